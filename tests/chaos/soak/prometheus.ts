/** One reading of a Prometheus page: the sum of a metric over its labels, 0 before it has any. */
export type Page = { sum(name: string): number };

/** Reads a page of metrics; on one that does not answer every figure is NaN. */
export async function scrape(url: string): Promise<Page> {
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
