import { expect, it, vi } from 'vitest';
import { exportCsv } from './csv.ts';

type Row = { id: number; name: string | null };

const exportRows = (rows: readonly Row[], pageSize: number) => {
  const readPage = vi.fn(async (after: Row | null) => rows.slice(after ? after.id : 0).slice(0, pageSize));
  const chunks = exportCsv({ columns: ['id', 'name'], pageSize, readPage, toRecord: (row) => row });
  const text = async (): Promise<string> => {
    let whole = '';
    for await (const chunk of await chunks) whole += chunk;
    return whole;
  };
  return { readPage, text };
};

it('exports a header with a byte order mark, and quotes and protects cells', async () => {
  const { text } = exportRows(
    [
      { id: 1, name: 'a "b", c' },
      { id: 2, name: '=1+1' },
      { id: 3, name: null },
    ],
    10,
  );
  expect(await text()).toBe(`\uFEFFid,name\r\n1,"a ""b"", c"\r\n2,'=1+1\r\n3,\r\n`);
});

it('reads the rows page by page, each after the last row of the page before', async () => {
  const rows = [1, 2, 3].map((id) => ({ id, name: `row ${id}` }));
  const { text, readPage } = exportRows(rows, 2);
  expect(await text()).toBe('\uFEFFid,name\r\n1,row 1\r\n2,row 2\r\n3,row 3\r\n');
  expect(readPage.mock.calls).toEqual([[null], [rows[1]]]);
});

it('rejects before anything is sent when the first page cannot be read', async () => {
  const readPage = () => Promise.reject(new Error('Postgres is away'));
  await expect(exportCsv({ columns: ['id'], pageSize: 2, readPage, toRecord: (row: Row) => row })).rejects.toThrow(
    'away',
  );
});
