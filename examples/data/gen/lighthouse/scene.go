package main

import "math"

// colour holds red, green and blue, from 0 to 1.
type colour [3]float64

func (c colour) mix(d colour, t float64) colour {
	return colour{mix(c[0], d[0], t), mix(c[1], d[1], t), mix(c[2], d[2], t)}
}

func (c colour) times(v float64) colour { return colour{c[0] * v, c[1] * v, c[2] * v} }

const horizon = 158.0

// scene returns the colour at (x, y), in pixels of the image.
func scene(x, y float64) colour {
	c := sky(x, y)
	if y > horizon {
		c = sea(x, y)
	}
	if top := cliffTop(x); y > top {
		c = cliff(x, y, top)
	}
	return tower(x, y, c)
}

// sky returns a glow above the horizon with layers of clouds.
func sky(x, y float64) colour {
	up := max(0, horizon-y) / horizon
	c := colour{0.96, 0.72, 0.48}.mix(colour{0.32, 0.45, 0.66}, math.Sqrt(up))
	clouds := octaves(x/90, y/28, 5, 0.55, 11)
	c = c.mix(colour{0.98, 0.90, 0.84}, 0.75*step(0.05, 0.45, clouds))
	c = c.mix(colour{0.45, 0.40, 0.48}, 0.5*step(0.1, 0.5, octaves(x/120+3, y/22, 4, 0.5, 29)))
	sun := math.Hypot(x-92, y-140)
	c = c.mix(colour{1, 0.93, 0.72}, 0.9*math.Exp(-sun*sun/900))
	return c.mix(colour{1, 0.97, 0.88}, 1-step(9, 10.5, sun))
}

// sea returns waves that grow towards the camera, with the sun's path on them.
func sea(x, y float64) colour {
	near := (y - horizon) / (256 - horizon)
	length := 3 + 26*near
	waves := octaves(x/length/2.2, 40*math.Log(1+near*6), 4, 0.6, 51)
	c := colour{0.70, 0.56, 0.47}.mix(colour{0.12, 0.22, 0.33}, math.Pow(near, 0.6)).times(1 + 0.55*waves)
	path := math.Exp(-math.Pow((x-92)/(10+60*near), 2))
	return c.mix(colour{1, 0.88, 0.66}, 0.8*path*step(0, 0.35, waves))
}

// cliffTop returns the y at which the cliff begins. It is far below the image where there is no
// cliff.
func cliffTop(x float64) float64 {
	return 236 - 92*step(205, 275, x) + 7*octaves(x/24, 0.5, 4, 0.5, 71)
}

// cliff returns grass on layers of rock.
func cliff(x, y, top float64) colour {
	layers := octaves(x/40, y/7, 5, 0.6, 91)
	rock := colour{0.46, 0.37, 0.31}.times(1 + 0.75*layers)
	rock = rock.times(1 - 0.35*step(20, 90, y-top))
	blades := octaves(x/1.6, y/3.5, 3, 0.7, 131)
	grass := colour{0.33, 0.38, 0.17}.times(1 + 0.6*blades)
	return grass.mix(rock, step(5, 9, y-top+4*octaves(x/9, 0, 3, 0.6, 151)))
}

// tower returns the lighthouse in front of the colour behind.
func tower(x, y float64, behind colour) colour {
	const middle, foot, gallery, roof = 318.0, 150.0, 52.0, 30.0
	across := x - middle
	half := 9 + 6*(y-gallery)/(foot-gallery) // wider at the foot
	shade := func(width float64) float64 { return 1.05 - 0.5*step(-width, width, across) }
	switch {
	case y > gallery && y <= foot && math.Abs(across) < half:
		c := colour{0.95, 0.93, 0.90}
		if int(math.Floor((y-gallery)/16))%2 == 1 {
			c = colour{0.74, 0.16, 0.13}
		}
		if math.Abs(across+2) < 2 && math.Mod(y-gallery, 32) > 20 && math.Mod(y-gallery, 32) < 26 {
			c = colour{0.12, 0.12, 0.15} // windows
		}
		return c.times(shade(half) * (1 + 0.06*octaves(x/3, y/3, 3, 0.6, 171)))
	case y > gallery-4 && y <= gallery && math.Abs(across) < 14:
		return colour{0.2, 0.2, 0.23}.times(shade(14))
	case y > roof+6 && y <= gallery-4 && math.Abs(across) < 7:
		if math.Abs(math.Mod(across+28, 4.5)) < 0.8 {
			return colour{0.2, 0.2, 0.22} // bars in front of the lamp
		}
		return colour{1, 0.92, 0.6}
	case y > roof-2 && y <= roof+6 && math.Abs(across) < (y-roof+3)*1.1:
		return colour{0.55, 0.12, 0.1}.times(shade(9))
	}
	return behind
}
