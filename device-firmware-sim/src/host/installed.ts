import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { serialSchema } from '@belfry/schemas/domain/serial';
import manifest from '../../package.json' with { type: 'json' };
import { CONFIG_FILE, configArguments, readConfigFile, writeConfigFile } from './config-file.ts';
import { checkServer } from './reachability.ts';
import { runDeviceProgram } from './run-device.ts';

const USAGE = `The loudspeaker of a Belfry server on this machine.

  sudo belfry-device setup ADDRESS     the address of the server; then it speaks the code with which it is added in the console
       --serial SERIAL                 for a device that the console has already: its pass is asked for
  sudo belfry-device pair              forgets who it is, and speaks a new code
  sudo belfry-device self-test         plays a tone on each player; --microphone NAME tells whether it was heard
  sudo belfry-device update            installs the version of the server
  belfry-device run                    what the service runs; run --help lists the options
  belfry-device --version

Its settings are in ${CONFIG_FILE}, its log in: journalctl -u belfry-device`;

const SERVICE = 'belfry-device';
const DATA = '/var/lib/belfry-device';
const PACKAGE_PATH = '/downloads/belfry-device.deb';
const PACKAGE_BYTES_MAX = 50 * 1_024 * 1_024;

/** The program of the package. @returns its exit code */
export async function runInstalled([command = '--help', ...rest]: readonly string[]): Promise<number> {
  try {
    switch (command) {
      case 'setup':
        return await setUp(rest);
      case 'pair':
        return await forget();
      case 'self-test':
        return await selfTest(rest);
      case 'update':
        return await update(rest);
      case 'run':
        await runDeviceProgram([...(rest.length > 0 ? rest : configArguments(readConfigFile()))]);
        return Number(process.exitCode ?? 0);
      case '--version':
        console.log(manifest.version);
        return 0;
      case '--help':
        console.log(USAGE);
        return 0;
      default:
        throw new Error(`there is no command ${command}\n\n${USAGE}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function setUp(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { serial: { type: 'string' } },
  });
  const [address = ''] = positionals;
  const api = URL.canParse(address) ? new URL(address) : null;
  if (!api || !/^https?:$/.test(api.protocol) || api.username !== '')
    throw new Error('Say the address of the server: belfry-device setup https://belfry.example');
  const { serial = '' } = values;
  if (serial !== '' && !serialSchema.safeParse(serial).success)
    throw new Error('A serial number is 16 digits in groups of four: 1234-5678-9012-3456');
  requireRoot('setup');
  const problem = await checkServer(api.origin);
  if (problem !== null) throw new Error(`${api.origin}: ${problem}. Nothing was changed.`);
  const pass = serial === '' ? '' : await askSecret('Pass of the device: ');
  writeConfigFile({ ...readConfigFile(), API: api.origin, SERIAL: serial, DEVICE_PASS: pass });
  return restartAndFollow();
}

async function forget(): Promise<number> {
  requireRoot('pair');
  systemctl('stop');
  // The audio files stay.
  for (const name of existsSync(DATA) ? readdirSync(DATA) : [])
    if (name !== 'audio') rmSync(join(DATA, name), { recursive: true, force: true });
  writeConfigFile({ ...readConfigFile(), SERIAL: '', DEVICE_PASS: '' });
  return restartAndFollow();
}

async function selfTest(args: readonly string[]): Promise<number> {
  requireRoot('self-test');
  systemctl('stop');
  const folder = mkdtempSync(join(tmpdir(), 'belfry-self-test-'));
  try {
    spawnSync('chown', [SERVICE, folder]);
    const options = [...configArguments({ ...readConfigFile(), SERIAL: '', DEVICE_PASS: '' }), ...args];
    const run = ['-u', SERVICE, '--', `/usr/bin/${SERVICE}`, 'run', ...options, '--data', folder, '--self-test'];
    return spawnSync('runuser', run, { stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    systemctl('start');
  }
}

/** Over plain http whoever is on the way could replace a package that root installs, so it must be said. */
async function update(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { http: { type: 'boolean', default: false } } });
  requireRoot('update');
  const { API } = readConfigFile();
  if (API === '') throw new Error('It is not set up: belfry-device setup ADDRESS');
  if (!API.startsWith('https:') && !values.http)
    throw new Error('The server is not reached by https. In a network that you trust: belfry-device update --http');
  const response = await fetch(API + PACKAGE_PATH, { redirect: 'error', signal: AbortSignal.timeout(120_000) }).catch(
    (error: unknown) => {
      throw new Error(`${API} does not answer`, { cause: error });
    },
  );
  if (!response.ok || !response.body) throw new Error(`${API} has no package: it answers ${response.status}`);
  const offered = /belfry-device_([\w.~+-]+)_all\.deb/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (offered === manifest.version.replace('-', '~')) {
    await response.body.cancel();
    console.log(`${manifest.version} is what the server has`);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'belfry-update-'));
  try {
    const file = join(folder, 'belfry-device.deb');
    await pipeline(Readable.fromWeb(response.body), limited, createWriteStream(file));
    spawnSync('chmod', ['-R', 'a+rX', folder]);
    return spawnSync('apt-get', ['install', '--yes', file], { stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > PACKAGE_BYTES_MAX) throw new Error('what the server sends is too large for a package');
    yield chunk;
  }
}

function requireRoot(command: string): void {
  if (process.getuid?.() !== 0) throw new Error(`As root: sudo belfry-device ${command}`);
}

const hasSystemd = (): boolean => existsSync('/run/systemd/system');
function systemctl(verb: 'start' | 'stop' | 'restart'): void {
  if (hasSystemd()) spawnSync('systemctl', [verb, SERVICE], { stdio: 'inherit' });
}

/** Shows what the device says until it is connected. Ctrl+C leaves it running. */
async function restartAndFollow(): Promise<number> {
  if (!hasSystemd()) {
    console.log(`Written to ${CONFIG_FILE}. systemd does not run here; start it with: belfry-device run`);
    return 0;
  }
  const journal = spawn('journalctl', ['-f', '-u', SERVICE, '-n', '0', '-o', 'cat'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  systemctl('restart');
  await followUntilConnected(journal);
  return 0;
}

async function followUntilConnected(journal: ChildProcess): Promise<void> {
  if (!journal.stdout) return;
  for await (const line of createInterface({ input: journal.stdout })) {
    console.log(line);
    if (line.startsWith('connected to')) break;
  }
  journal.kill();
}

/** From the terminal without an echo, or the first line of what is piped in. */
async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (readFileSync(0, 'utf8').split('\n')[0] ?? '').trim();
  process.stdout.write(question);
  spawnSync('stty', ['-echo'], { stdio: 'inherit' });
  const lines = createInterface({ input: process.stdin });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    spawnSync('stty', ['echo'], { stdio: 'inherit' });
    process.stdout.write('\n');
  }
}
