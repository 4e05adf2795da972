/** What `measureFloor` gives on a quick machine. */
export const QUICK_FLOOR_MS = 400;

/** Milliseconds of one processor for a fixed amount of work: machines of the same kind differ by a factor of three. */
export function measureFloor(): number {
  const begin = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) {
    const rows = Array.from({ length: 40_000 }, (_, n) => ({ id: (n * 7_919) % 40_009, name: `row ${n}` }));
    JSON.parse(JSON.stringify(rows.toSorted((a, b) => a.id - b.id)));
  }
  const { user, system } = process.cpuUsage(begin);
  return Math.round((user + system) / 1_000);
}
