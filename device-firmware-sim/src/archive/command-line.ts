import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError } from './archive-error.ts';
import { buildArchive } from './build-archive.ts';
import { parseCommandLine, USAGE, type CommandLine } from './config.ts';
import { exportPublicKey } from './signature.ts';
import { loadSigningKey } from './signing-key.ts';
import { verifyArchive } from './verify-archive.ts';

const EXIT = { ok: 0, refused: 1, usageError: 2 } as const;

type Outcome = { code: number; output: string };

/** Runs `npm run firmware`. Never rejects: @returns the exit code, with a line for standard output, or for standard error where it is 2. */
export async function runFirmwareCommand(argv: readonly string[], env?: NodeJS.ProcessEnv): Promise<Outcome> {
  try {
    const commandLine = parseCommandLine(argv, env);
    if (!commandLine) return { code: EXIT.ok, output: USAGE };
    return { code: EXIT.ok, output: JSON.stringify(await run(commandLine)) };
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof ArchiveError)) return { code: EXIT.usageError, output: message };
    return { code: EXIT.refused, output: JSON.stringify({ code: error.code, error: message }) };
  }
}

async function run({ action, file, version, out, signature, keyFile }: CommandLine): Promise<object> {
  if (action === 'public-key') return { public_key: exportPublicKey(loadSigningKey(keyFile)) };
  if (action === 'build') {
    const built = await buildArchive({ folder: out, version, key: loadSigningKey(keyFile) });
    writeFileSync(join(out, `${built.filename}.sig`), `${built.signature}\n`);
    return built;
  }
  if (action !== 'verify' || file === undefined) throw new Error(USAGE);
  const text = readFileSync(signature ?? `${file}.sig`, 'utf8').trim();
  const publicKey = exportPublicKey(loadSigningKey(keyFile));
  const { manifest, sha256, size } = await verifyArchive(createReadStream(file), text, publicKey);
  const { version: number, firmware_version, created } = manifest;
  return { version: number, firmware_version, created, sha256, size };
}
