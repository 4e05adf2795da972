import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { existsSync, readFileSync, statSync, watch } from 'node:fs';
import { type LauncherConfig, networkNotice } from '../config.ts';
import { apiProcess, apiUrl, brokerProcess, fleetProcess, type LaunchSettings } from './process-specs.ts';
import { claimPorts } from '../claim-ports.ts';
import { probePort } from '../ports.ts';
import { databaseUrl, POSTGRES_HOST, postgresProcess } from '../postgres/embedded-postgres.ts';
import { prepareCluster } from '../postgres/cluster.ts';
import { offerSampleOrganisation } from '../sample-organisation.ts';
import { readOrCreateSecret } from '../secret.ts';
import type { Supervisor } from './supervisor.ts';
import { printLine } from '../terminal.ts';
import { ensureDevicePackage } from '../device-package.ts';
import { ensureWebBuilt, webDevProcess } from '../web.ts';
import type { ManagedProcess } from './managed-process.ts';
import { ROOT } from '../paths.ts';

/** The usual port of Vite; if it is taken, any free one is used. */
const VITE_PORT = 5173;

/**
 * Starts all processes in order and prints when they are ready.
 * @throws when a process cannot start; the caller then stops the others
 */
export async function launch(
  launcherConfig: LauncherConfig,
  supervisor: Supervisor,
  { dev }: { dev: boolean },
): Promise<void> {
  const config = await claimPorts(launcherConfig);
  const startedAt = Date.now();
  const [database] = await Promise.all([
    config.DATABASE_URL ?? startDatabase(),
    !dev && !config.WEB_DIST && ensureWebBuilt(buildWeb),
  ]);
  const vitePort = dev ? await freeVitePort() : null;
  const settings: LaunchSettings = {
    config,
    consolePorts: [config.HTTP_PORT, ...(vitePort === null ? [] : [vitePort])],
    databaseUrl: database,
    serviceSecret: config.SERVICE_SECRET ?? ownSecret(),
  };
  const servers = [...(config.MQTT_URL ? [] : [brokerProcess(settings)]), apiProcess(settings)];
  const running = await Promise.all(servers.map((server) => supervisor.start(server)));
  if (dev) for (const server of running) restartOnChange(server);
  if (config.SIM_DEVICES > 0) {
    // Before the fleet creates its devices, because afterwards the database is not empty any more.
    if (config.SAMPLE_ORGANISATION === 'on') await offerSampleOrganisation(settings);
    await supervisor.start(fleetProcess(settings));
  }
  announceFirstRun(config.DATA_DIR, startedAt);
  // Nobody waits for it: it is needed when somebody adds a Raspberry Pi.
  void ensureDevicePackage((command) => supervisor.run(command)).catch((error: Error) =>
    printLine(`the package of the device could not be made: ${error.message}`),
  );
  const notice = networkNotice(config);
  if (notice) printLine(notice);
  if (vitePort !== null) await startWebDev(vitePort, apiUrl(settings));
  else printLine(`ready http://localhost:${config.HTTP_PORT}`);

  async function buildWeb(command: Parameters<Supervisor['run']>[0]): Promise<void> {
    printLine('building the console');
    await supervisor.run(command).catch((error: Error) => {
      throw new Error(`the console could not be built: ${error.message}`, { cause: error });
    });
  }

  async function startDatabase(): Promise<string> {
    const cluster = await prepareCluster(config.DATA_DIR, (argv) => supervisor.run({ argv }));
    const port = await probePort(0, POSTGRES_HOST);
    await supervisor.start(postgresProcess(cluster, port));
    return databaseUrl(cluster, port);
  }

  function ownSecret(): string {
    return readOrCreateSecret(join(config.DATA_DIR, 'service-secret'), () => randomBytes(32).toString('base64url'));
  }

  async function startWebDev(port: number, api: string): Promise<void> {
    await supervisor.start(webDevProcess(port, api));
    printLine(`ready http://localhost:${port}`);
  }
}

const freeVitePort = (): Promise<number> => probePort(VITE_PORT, 'localhost').catch(() => probePort(0, 'localhost'));

/** Prints the first root account in the start that created it. Later it is only in the file (mode 600). */
function announceFirstRun(dataDir: string, startedAt: number): void {
  const file = join(dataDir, 'first-run.txt');
  if (!existsSync(file) || statSync(file).mtimeMs < startedAt) return;
  printLine(`first root account (kept in ${file}):`);
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) printLine(`  ${line}`);
}

/** Editors save a file in several steps, which must cause only one restart. */
const DEBOUNCE_MS = 150;

function restartOnChange(server: ManagedProcess): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of [server.name, 'schemas']) {
    watch(join(ROOT, folder, 'src'), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        printLine(`${server.name}: ${folder}/src/${file} changed, starting it again`);
        server.restart();
      }, DEBOUNCE_MS);
    });
  }
}
