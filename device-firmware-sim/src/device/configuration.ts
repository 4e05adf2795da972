import type { DesiredConfig, DeviceSettings, ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { Flash } from '../hardware/flash.ts';

export type Configuration = ReturnType<typeof createConfiguration>;

/** The configuration of a device: stores the settings in flash and reports every change. */
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
    /** Applies and reports a newer desired configuration. Returns the previous settings, or null if it is not newer. */
    accept({ version, ...settings }: DesiredConfig): DeviceSettings | null {
      if (version <= memory.config_version) return null;
      memory.config_version = version;
      return replace(settings);
    },
    /** Applies and reports a local change, as a command makes. Returns the previous settings. */
    change: (patch: Partial<DeviceSettings>): DeviceSettings => replace({ ...memory.settings, ...patch }),
    /** Stores which software version is installed, and since when. */
    installed(version: string, at: string): void {
      memory.device_version = version;
      memory.date_udate_version = at;
      flash.changed();
      report(reported());
    },
    report: (): void => report(reported()),
  };
}
