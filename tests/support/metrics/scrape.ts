/** A scraped metrics page. `sum` adds a metric over its labels and is 0 when there is none. */
export type MetricsPage = { sum(name: string): number };

/** Reads a metrics page. All sums are NaN when it is not reachable. */
export async function scrape(url: string): Promise<MetricsPage> {
  const text = await fetch(url).then(
    (answer) => answer.text(),
    () => '',
  );
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return {
    sum(name) {
      if (lines.length === 0) return Number.NaN;
      const own = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      return own.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
  };
}
