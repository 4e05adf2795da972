/**
 * `npm run audit:verify -- FILE [--key PUBLIC_KEY_FILE]`: checks a file of `GET /api/audit.jsonl` without the installation, and names the first row
 * that was changed, dropped or reordered; see docs/product/audit.md.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { verifyLines } from './verify-file.ts';

try {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new Error('Name the file: npm run audit:verify -- FILE [--key PUBLIC_KEY_FILE]');
  const key = values.key === undefined ? undefined : readFileSync(values.key, 'utf8');
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  const { rows, hidden, days, problems } = await verifyLines(lines, key);
  const counted = `${rows} rows in order (${hidden} without content), ${days} signed days`;
  process.stdout.write(
    [...problems, problems.length > 0 ? `Before that: ${counted}` : `Unbroken: ${counted}`, ''].join('\n'),
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
