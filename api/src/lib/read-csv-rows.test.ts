import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readCsvRows } from './read-csv-rows.ts';

const SHAPE = { columns: ['name', 'note'], required: ['name'], linesMax: 20_000, lineBytesMax: 1_000 };

it('reads the named columns of each line with its number', async () => {
  const rows: unknown[] = [];
  const { ignored, total } = await readCsvRows('Note,other,NAME\r\nä,x,\'=1\r\n"a\nb",, c \r\n', SHAPE, (row) =>
    rows.push(row),
  );
  expect({ ignored, total }).toEqual({ ignored: ['other'], total: 2 });
  expect(rows).toEqual([
    { line: 2, cells: { note: 'ä', name: '=1' }, hasSurplus: false },
    { line: 4, cells: { note: 'a\nb', name: 'c' }, hasSurplus: false },
  ]);
});

it('reads letters of several bytes wherever a part of the file ends', async () => {
  const notes = Array.from({ length: 2_000 }, (_, n) => `${'€'.repeat(1 + (n % 50))}😀`);
  const read: string[] = [];
  const text = ['name,note', ...notes.map((note, n) => `${n},${note}`)].join('\n');
  await readCsvRows(text, SHAPE, ({ cells }) => read.push(cells['note'] ?? ''));
  expect(read).toEqual(notes);
});

it('lets others go on while it reads a large file', async () => {
  const text = ['name,note', ...Array.from({ length: 20_000 }, (_, n) => `${n},${'x'.repeat(90)}`)].join('\n');
  const reading = new AbortController();
  let turns = 0;
  const others = (async () => {
    while (!reading.signal.aborted) {
      await turn();
      turns += 1;
    }
  })();
  await readCsvRows(text, SHAPE, () => undefined);
  reading.abort();
  await others;
  expect(turns).toBeGreaterThan(2);
});

it('stops at the first line beyond the limit', async () => {
  let rows = 0;
  const reading = readCsvRows(`name\n${'a\n'.repeat(5)}`, { ...SHAPE, linesMax: 3 }, () => (rows += 1));
  await expect(reading).rejects.toThrow('A file has 3 lines at most');
  expect(rows).toBe(3);
});
