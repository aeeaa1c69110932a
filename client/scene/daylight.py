"""Colours of sky and light by the time of day: cool nights, plain days, and a long warm dusk."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Colour = npt.NDArray[np.float64]

DAY_LENGTH: Final = 24000
_LEAN: Final = 0.28
"""How far sun and moon pass south of the zenith."""

LAMP: Final = np.array([1.14, 0.78, 0.43])
AMBIENT: Final = np.array([0.060, 0.052, 0.062])


@dataclass(frozen=True, slots=True)
class Daylight:
    """Colours 0 to 1 (lights may be brighter): the sky overhead and at the horizon, the glow around the sun, light from
    the whole sky and from the sun (or moon) alone; `sun` is the unit vector to the sun, `stars` their strength."""

    zenith: Colour
    horizon: Colour
    glow: Colour
    sky: Colour
    direct: Colour
    sun: npt.NDArray[np.float64]
    stars: float


def daylight(day_time: float) -> Daylight:
    """The light at a time of day, 0 to 23,999 as in WorldTime: 0 sunrise, 6,000 noon, 12,000 sunset."""
    angle = 2 * np.pi * (day_time % DAY_LENGTH) / DAY_LENGTH
    sun = np.array([np.cos(angle), np.sin(angle), _LEAN])
    sun /= np.linalg.norm(sun)
    height = float(np.sin(angle))
    day = _rise(-0.20, 0.30, height)
    dusk = float(np.exp(-((height / 0.24) ** 2)))
    late = dusk * (0.85 if np.cos(angle) < 0 else 0.6)
    return Daylight(
        zenith=_mix(_mix([0.020, 0.026, 0.075], [0.30, 0.55, 0.84], day), [0.28, 0.30, 0.52], late * 0.75),
        horizon=_mix(_mix([0.075, 0.085, 0.16], [0.74, 0.86, 0.93], day), [0.97, 0.60, 0.38], late),
        glow=np.array([1.0, 0.50, 0.18]) * dusk + np.array([0.25, 0.22, 0.14]) * day * (1 - dusk),
        sky=_mix(_mix([0.13, 0.17, 0.31], [0.84, 0.86, 0.90], day), [0.66, 0.52, 0.50], late * 0.7),
        direct=_mix([0.05, 0.07, 0.12], [0.24, 0.20, 0.13], day) + np.array([0.30, 0.13, 0.02]) * dusk * day,
        sun=sun,
        stars=1.0 - _rise(-0.12, 0.12, height),
    )


def _mix(one: npt.ArrayLike, two: npt.ArrayLike, share: float) -> Colour:
    return np.asarray(one) * (1 - share) + np.asarray(two) * share


def _rise(start: float, end: float, value: float) -> float:
    share = min(1.0, max(0.0, (value - start) / (end - start)))
    return share * share * (3 - 2 * share)
