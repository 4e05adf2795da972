import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import { checkServices } from './check-services.ts';
import { clearCache } from './clear-cache.ts';
import { clearLogs } from './clear-logs.ts';
import { contactSupport } from './contact-support.ts';
import { exportInfo } from './export-info.ts';
import type { Handler, Work } from './handler.ts';
import { install } from './install.ts';
import { mpdPlayer } from './mpd-player.ts';
import { reboot } from './reboot.ts';
import { refreshInfo } from './refresh-info.ts';
import { reinstall } from './reinstall.ts';
import { setVolume } from './set-volume.ts';
import { systemDiagnostics } from './system-diagnostics.ts';
import { systemInfo } from './system-info.ts';
import { systemStatus } from './system-status.ts';
import { testMusic } from './test-music.ts';
import { testRadio } from './test-radio.ts';
import { testVoices } from './test-voices.ts';
import { wifiScan } from './wifi-scan.ts';

const handlers: { [C in Command]: Handler<C> } = {
  set_volume: setVolume,
  test_voices: testVoices,
  test_music: testMusic,
  test_radio: testRadio,
  mpd_player: mpdPlayer,
  wifi_scan: wifiScan,
  install,
  reboot,
  reinstall,
  clear_cache: clearCache,
  clear_logs: clearLogs,
  refresh_info: refreshInfo,
  export_info: exportInfo,
  system_diagnostics: systemDiagnostics,
  contact_support: contactSupport,
  system_status: systemStatus,
  system_info: systemInfo,
  check_services: checkServices,
};

/** Commands that take the whole device; a second one is refused while one runs. */
const LONG_COMMANDS: ReadonlySet<Command> = new Set(['install', 'reinstall', 'reboot']);

export const isLong = (command: Command): boolean => LONG_COMMANDS.has(command);

/** Carries out a command whose parameters are those of the command table. */
export const carryOut = <C extends Command>(command: C, work: Work<C>): Promise<CommandResult<C>> =>
  handlers[command](work);

export type { CommandParams };
