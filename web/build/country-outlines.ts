import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the outlines of maps without tiles: `node web/build/country-outlines.ts countries-110m.json`, with the file of `world-atlas` 2, which
 * is Natural Earth 1:110m and in the public domain. Each line is a list of numbers in tenths of a degree: the first point (east, north),
 * then the steps to the next ones. Borders are lines that two countries share, so each is there once.
 */
type Topology = {
  arcs: [number, number][][];
  transform: { scale: [number, number]; translate: [number, number] };
};

const { arcs, transform } = JSON.parse(readFileSync(process.argv[2] ?? 'countries-110m.json', 'utf8')) as Topology;

const tenths = (value: number, axis: 0 | 1): number =>
  Math.round((value * transform.scale[axis] + transform.translate[axis]) * 10);

/** Tenths of a degree. A longer step goes around the earth at the 180th meridian, where a line ends and another one begins. */
const STEP_MAX = 1_800;

const lines: number[][] = [];
for (const arc of arcs) {
  let line: number[] = [];
  const at: [number, number] = [0, 0];
  let last: [number, number] | null = null;
  for (const [east, north] of arc) {
    at[0] += east;
    at[1] += north;
    const point: [number, number] = [tenths(at[0], 0), tenths(at[1], 1)];
    if (last && point[0] === last[0] && point[1] === last[1]) continue;
    if (last && Math.abs(point[0] - last[0]) > STEP_MAX) {
      lines.push(line);
      [line, last] = [[], null];
    }
    line.push(point[0] - (last?.[0] ?? 0), point[1] - (last?.[1] ?? 0));
    last = point;
  }
  lines.push(line);
}

writeFileSync(
  new URL('../src/features/map/outlines.json', import.meta.url),
  `${JSON.stringify(lines.filter((line) => line.length > 2))}\n`,
);
