import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveVersionSchema } from '@belfry/schemas/domain/firmware';
import { LATEST_VERSION } from '../device/versions.ts';

export const USAGE = `Builds and checks signed archives of the client software. Results are one line of JSON.

  build                     packs the installed source, signs it, and writes NAME.tar.zst and NAME.tar.zst.sig
  verify FILE               checks the content of an archive and its signature
  public-key                prints the public key that devices pin

  --version N.N             the version of the archive (${LATEST_VERSION})
  --out FOLDER              where \`build\` writes (archives)
  --signature FILE          the signature for \`verify\` (FILE.sig)
  --key-file FILE           the signing key, created where it does not exist (DATA_DIR/firmware-key.pem)
  --help                    this text`;

export type CommandLine = {
  action: string | undefined;
  file: string | undefined;
  version: number;
  /** The folder that `build` writes to. */
  out: string;
  signature: string | undefined;
  keyFile: string;
};

/** Parses the arguments of `npm run firmware`; null: they ask for help. Throws an Error with a text for people. */
export function parseCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): CommandLine | null {
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
