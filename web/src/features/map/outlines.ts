import L from 'leaflet';
import outlines from './outlines.json?url';

/** Lines are between neither black nor white, so that both colour schemes show them. */
const COUNTRIES: L.PolylineOptions = { color: '#7c8aa0', weight: 1, interactive: false, smoothFactor: 0.5 };
const GRATICULE: L.PolylineOptions = { color: '#7c8aa0', weight: 0.5, opacity: 0.45, interactive: false };

/** Degrees between two lines of the graticule, of which the first that are far enough apart are drawn. */
const STEPS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];
const APART_PX = 90;
const LATITUDE_SHOWN = 85;

/** Draws countries and meridians where there are no tiles. Without the file of the outlines there are meridians only. */
export function addOutlines(map: L.Map): void {
  const graticule = L.layerGroup().addTo(map);
  const draw = (): void => drawGraticule(map, graticule);
  map.on('load moveend', draw);
  let isRemoved = false;
  map.on('unload', () => {
    isRemoved = true;
  });
  void loadOutlines().then((lines) => {
    if (!isRemoved && lines.length > 0) L.polyline(lines, COUNTRIES).addTo(map);
  });
}

function drawGraticule(map: L.Map, into: L.LayerGroup): void {
  const pixelsPerDegree = (256 * 2 ** map.getZoom()) / 360;
  const step = STEPS.find((degrees) => degrees * pixelsPerDegree >= APART_PX) ?? 30;
  const bounds = map.getBounds().pad(0.5);
  const [south, north] = [Math.max(-LATITUDE_SHOWN, bounds.getSouth()), Math.min(LATITUDE_SHOWN, bounds.getNorth())];
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const lines: L.LatLngTuple[][] = [];
  for (let at = Math.ceil(west / step); at * step <= east; at += 1) {
    lines.push([
      [south, at * step],
      [north, at * step],
    ]);
  }
  for (let at = Math.ceil(south / step); at * step <= north; at += 1) {
    lines.push([
      [at * step, west],
      [at * step, east],
    ]);
  }
  into.clearLayers().addLayer(L.polyline(lines, GRATICULE));
}

let loaded: Promise<L.LatLngTuple[][]> | undefined;

/** Loaded once; a failure is forgotten, so that the next map tries again. */
const loadOutlines = (): Promise<L.LatLngTuple[][]> =>
  (loaded ??= fetch(outlines)
    .then(async (answer) => ((await answer.json()) as number[][]).map(lineOf))
    .catch(() => {
      loaded = undefined;
      return [];
    }));

/** A line of steps in tenths of a degree, east and north; see `web/build/country-outlines.ts`. */
function lineOf(steps: number[]): L.LatLngTuple[] {
  const line: L.LatLngTuple[] = [];
  let [east, north] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    east += steps[at] ?? 0;
    north += steps[at + 1] ?? 0;
    line.push([north / 10, east / 10]);
  }
  return line;
}
