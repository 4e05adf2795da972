import { systemClock, type Clock } from '@belfry/device-firmware-sim/hardware/clock';

/** A device's clock whose timers are due `factor` times earlier. */
export const fastClock = (factor: number): Clock => ({
  ...systemClock,
  after: (ms, task) => systemClock.after(ms / factor, task),
});
