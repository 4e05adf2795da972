import { startMetricsPrinter } from './fleet/fleet-metrics.ts';
import { createProfiles } from './fleet/device-profiles.ts';
import { startFleet } from './fleet/fleet-runner.ts';
import { USAGE, parseCommandLine, type FleetRun } from './fleet/config.ts';

const EXIT = { ok: 0, usageError: 2, interrupted: 130 } as const;

const commandLine = parseCommandLine(process.argv.slice(2));
switch (commandLine.kind) {
  case 'help':
    console.log(USAGE);
    break;
  case 'invalid':
    console.error(commandLine.reason);
    process.exitCode = EXIT.usageError;
    break;
  case 'list': {
    const { seed = '', devices, flaky = 0 } = commandLine.run;
    for (const { serial, pass } of createProfiles(seed, devices, flaky)) console.log(JSON.stringify({ serial, pass }));
    break;
  }
  case 'run':
    runFleet(commandLine.run);
}

/** Runs until the given minutes are over or a signal arrives, then stops all devices in order. */
function runFleet({ minutes, quiet, ...options }: FleetRun): void {
  // The reader of the output may close it first; the state of the fleet must be written nevertheless.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const fleet = startFleet({ ...options, log: (line) => console.error(line) });
  const stopMetricsPrinter = quiet ? () => {} : startMetricsPrinter(fleet.metrics, (line) => console.log(line));
  let stopping = false;

  function stop(): void {
    if (stopping) process.exit(EXIT.interrupted);
    stopping = true;
    stopMetricsPrinter();
    void fleet.stop().then(() => process.exit(EXIT.ok));
  }

  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (minutes > 0) setTimeout(stop, minutes * 60_000);
}
