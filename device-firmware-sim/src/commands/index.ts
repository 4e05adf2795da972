import { isBroadcastCommand, type Command, type CommandResult } from '@belfry/schemas/mqtt/commands';
import { checkServices } from './check-services.ts';
import { clearCache } from './clear-cache.ts';
import { clearLogs } from './clear-logs.ts';
import { contactSupport } from './contact-support.ts';
import { exportInfo } from './export-info.ts';
import type { CommandHandler, CommandContext } from './command-handler.ts';
import { install } from './install.ts';
import { mpdPlayer } from './mpd-player.ts';
import { play } from './play.ts';
import { reboot } from './reboot.ts';
import { refreshInfo } from './refresh-info.ts';
import { reinstall } from './reinstall.ts';
import { setVolume } from './set-volume.ts';
import { stop } from './stop.ts';
import { systemDiagnostics } from './system-diagnostics.ts';
import { systemInfo } from './system-info.ts';
import { systemStatus } from './system-status.ts';
import { testMusic } from './test-music.ts';
import { testRadio } from './test-radio.ts';
import { testVoices } from './test-voices.ts';
import { wifiScan } from './wifi-scan.ts';

const handlers: { [C in Command]: CommandHandler<C> } = {
  set_volume: setVolume,
  test_voices: testVoices,
  test_music: testMusic,
  test_radio: testRadio,
  play,
  stop,
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

/** Whether it occupies the whole device, as the fleet-wide commands do: a second one is refused while one is running. */
export const isLong = isBroadcastCommand;

/** Runs a command with valid parameters. */
export const runCommand = <C extends Command>(command: C, context: CommandContext<C>): Promise<CommandResult<C>> =>
  handlers[command](context);
