import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveVersionSchema } from '@belfry/schemas/domain/firmware';
import { LATEST_VERSION } from '../fleet/device-profiles.ts';
import { buildArchive } from './build-archive.ts';
import { ArchiveError } from './archive-content.ts';
import { verifyArchive } from './read-archive.ts';
import { exportPublicKey, loadSigningKey } from './signing-key.ts';

const USAGE = `Builds and checks signed archives of the client software. Results are one line of JSON.

  build                     packs the installed source, signs it, and writes NAME.tar.zst and NAME.tar.zst.sig
  verify FILE               checks the content of an archive and its signature
  public-key                prints the public key that devices pin

  --version N.N             the version of the archive (${LATEST_VERSION})
  --out FOLDER              where \`build\` writes (archives)
  --signature FILE          the signature for \`verify\` (FILE.sig)
  --key-file FILE           the signing key, created where it does not exist (DATA_DIR/firmware-key.pem)
  --help                    this text`;

type CommandLine = {
  action: string | undefined;
  file: string | undefined;
  version: number;
  out: string;
  signature: string | undefined;
  keyFile: string;
};

/** Parses the arguments of `npm run firmware`; null: they ask for help. Throws an Error with a text for people. */
function parseCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): CommandLine | null {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      version: { type: 'string', default: LATEST_VERSION },
      out: { type: 'string', default: 'archives' },
      signature: { type: 'string' },
      'key-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const version = archiveVersionSchema.safeParse(Number(values.version));
  if (!version.success) throw new Error('--version: a number with one decimal, such as 3.5');
  return {
    action: positionals[0],
    file: positionals[1],
    version: version.data,
    out: values.out,
    signature: values.signature,
    keyFile: values['key-file'] ?? join(env['DATA_DIR'] || 'data', 'firmware-key.pem'),
  };
}

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
