import { isBroadcastCommand, type Command, type CommandResult } from '@belfry/schemas/mqtt/commands';
import { checkServices } from './diagnostics/check-services.ts';
import { clearCache } from './diagnostics/clear-cache.ts';
import { clearLogs } from './diagnostics/clear-logs.ts';
import { contactSupport } from './diagnostics/contact-support.ts';
import { exportInfo } from './diagnostics/export-info.ts';
import type { CommandHandler, CommandContext } from './command-handler.ts';
import { install } from './software/install.ts';
import { mpdPlayer } from './players/mpd-player.ts';
import { play } from './players/play.ts';
import { reboot } from './software/reboot.ts';
import { refreshInfo } from './diagnostics/refresh-info.ts';
import { reinstall } from './software/reinstall.ts';
import { setVolume } from './players/set-volume.ts';
import { stop } from './players/stop.ts';
import { systemDiagnostics } from './diagnostics/system-diagnostics.ts';
import { systemInfo } from './diagnostics/system-info.ts';
import { systemStatus } from './diagnostics/system-status.ts';
import { testMusic } from './players/test-music.ts';
import { testRadio } from './players/test-radio.ts';
import { testVoices } from './players/test-voices.ts';
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
