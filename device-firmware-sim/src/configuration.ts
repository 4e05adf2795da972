import type { DesiredConfig, DeviceSettings, ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { Flash } from './flash.ts';

export type Configuration = ReturnType<typeof createConfiguration>;

/** The settings of a device in its flash, what may replace them, and what it says about them. */
export function createConfiguration(flash: Flash, report: (config: ReportedConfig) => void) {
  const { memory } = flash;

  function reported(): ReportedConfig {
    const { wifi_pass: _secret, ...open } = memory.settings;
    return {
      version: memory.config_version,
      ...open,
      device_version: memory.device_version,
      date_udate_version: memory.date_udate_version,
    };
  }

  function replace(settings: DeviceSettings): DeviceSettings {
    const before = memory.settings;
    memory.settings = settings;
    flash.changed();
    report(reported());
    return before;
  }

  return {
    settings: (): DeviceSettings => memory.settings,
    /** Takes a newer desired configuration over and reports it; the settings from before, or null when it is not newer. */
    accept({ version, ...settings }: DesiredConfig): DeviceSettings | null {
      if (version <= memory.config_version) return null;
      memory.config_version = version;
      return replace(settings);
    },
    /** Changes something on the spot, as a command does, and reports it; the settings from before. */
    change: (patch: Partial<DeviceSettings>): DeviceSettings => replace({ ...memory.settings, ...patch }),
    /** Notes which software runs now, and since when. */
    installed(version: string, at: string): void {
      memory.device_version = version;
      memory.date_udate_version = at;
      flash.changed();
      report(reported());
    },
    report: (): void => report(reported()),
  };
}
