import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import {
  type AuditRoot,
  auditLineSchema,
  type ChainEnd,
  endText,
  exportEndSchema,
  exportHeadSchema,
  hiddenLineSchema,
  rootText,
} from '@belfry/schemas/domain/audit-chain';
import { type BrokenRow, ChainVerifier } from '@belfry/schemas/domain/audit-verifier';
import { z } from 'zod';

/** `problems` is empty where everything is as it was written. */
export type FileVerdict = {
  rows: number;
  /** Rows that the exporter may not read; their places were verified. */
  hidden: number;
  days: number;
  broken: BrokenRow | null;
  problems: string[];
};

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const lineSchema = z.union([auditLineSchema, hiddenLineSchema]);

/**
 * Verifies the lines of a file of `GET /api/audit.jsonl`.
 * @param trustedKey the public key of the installation, as PEM; without it only the file says whose signatures they are
 * @throws an Error for a file that does not begin as such a file does
 */
export async function verifyLines(
  lines: AsyncIterable<string> | Iterable<string>,
  trustedKey?: string,
): Promise<FileVerdict> {
  let reader: Reader | null = null;
  for await (const line of lines) {
    if (reader) reader.add(line);
    else reader = createReader(line, trustedKey);
  }
  if (!reader) throw new Error('The file is empty');
  return reader.finish();
}

type Reader = { add(line: string): void; finish(): FileVerdict };

function createReader(first: string, trustedKey: string | undefined): Reader {
  const head = exportHeadSchema.safeParse(parse(first));
  if (!head.success) throw new Error('The first line is not the beginning of an exported audit');
  const { start, roots, public_key } = head.data;
  const key = createPublicKey(trustedKey ?? public_key);
  const problems = roots
    .filter((root) => !isSigned(key, rootText(root), root.signature))
    .map(({ day }) => `The signature of ${day} is not that of the key`);
  const verifier = new ChainVerifier(sha256, start, roots);
  let end: ChainEnd | null = null;
  let hidden = 0;

  return {
    add(text) {
      if (text === '') return;
      const value = parse(text);
      const last = exportEndSchema.safeParse(value);
      if (last.success) {
        end = last.data.end;
        if (!isSigned(key, endText(end), last.data.signature))
          problems.push('The signature at the end is not that of the key');
        return;
      }
      const line = lineSchema.safeParse(value);
      if (line.success && 'hidden' in line.data) hidden += 1;
      verifier.add(line.success ? line.data : null);
    },
    finish() {
      if (!end) problems.push('The file has no end: it was cut, or its last line was changed');
      const broken = verifier.finish(end ?? undefined);
      if (broken) problems.unshift(describeBroken(broken));
      return { rows: verifier.verified, hidden, days: countDays(roots, verifier.last), broken, problems };
    },
  };
}

const countDays = (roots: readonly AuditRoot[], last: ChainEnd): number =>
  roots.filter(({ seq }) => seq > 0 && seq <= last.seq).length;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isSigned(key: KeyObject, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

const WHAT = {
  changed: 'was changed',
  missing: 'is missing',
  moved: 'stands elsewhere',
} as const satisfies Record<BrokenRow['why'], string>;

export function describeBroken({ why, seq, id, before_id }: BrokenRow): string {
  const row = id === null ? `A row at place ${seq}` : `Row ${id} (place ${seq})`;
  return `${row} ${WHAT[why]}${before_id === null ? '' : `, before row ${before_id}`}`;
}
