import type { Components } from './components.ts';
import type { DeviceContext } from './device-context.ts';
import type { Status } from './status.ts';

/** What commands use of a device. */
export function createContext(
  components: Components,
  status: Status,
  { isLongCommandRunning, restart, tryRestart }: Pick<DeviceContext, 'isLongCommandRunning' | 'restart' | 'tryRestart'>,
): DeviceContext {
  const { profile, clock, random, flash, configuration, host, playback, players, sensors, wifi, firmware, speed } =
    components;
  return {
    profile,
    clock,
    flash,
    configuration,
    playback,
    players,
    sensors,
    wifi,
    host,
    firmware,
    speed,
    random: random.fork('commands'),
    isLongCommandRunning,
    setStatus: status.set,
    restart(downMs) {
      status.reset();
      return restart(downMs);
    },
    tryRestart(downMs, trial) {
      status.reset();
      return tryRestart(downMs, trial);
    },
  };
}
