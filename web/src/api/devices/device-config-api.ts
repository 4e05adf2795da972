import type { DeviceConfiguration, DeviceSettings } from '@belfry/schemas/domain/configuration';
import { CONFIG_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { baseApi } from '../base/base-api.ts';

type SaveSettings = {
  serial: Serial;
  settings: Partial<DeviceSettings>;
  /** The version that the edit began with; see CONF-12. */
  revision?: number;
};

export const deviceConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /rpi/devices/config/{serial}: the desired configuration beside the reported one, which is live. */
    getDeviceConfiguration: build.query<DeviceConfiguration, Serial>({
      query: (serial) => ({ url: `/rpi/devices/config/${serial}`, timeout: CONFIG_TIMEOUT_MS }),
      providesTags: (_configuration, _error, serial) => ['Live', { type: 'Device', id: serial }],
      ...liveEndpoint<DeviceConfiguration, Serial>({
        filtersOf: (_configuration, serial) => [topics.configReported(serial)],
        apply: (configuration, message) => {
          if (message.kind !== 'configReported') return;
          configuration.reported = message.payload;
          configuration.in_sync = configuration.version === 0 || message.payload.version === configuration.version;
        },
      }),
    }),
    /** POST /rpi/devices/config/{serial}: absent fields do not change. */
    saveDeviceSettings: build.mutation<DeviceConfiguration, SaveSettings>({
      query: ({ serial, settings, revision }) => ({
        url: `/rpi/devices/config/${serial}`,
        method: 'POST',
        body: { ...settings, ...(revision !== undefined && { revision }) },
        timeout: CONFIG_TIMEOUT_MS,
      }),
      invalidatesTags: (_configuration, error, { serial }) => (error ? [] : [{ type: 'Device', id: serial }]),
    }),
  }),
});

export const { useGetDeviceConfigurationQuery, useSaveDeviceSettingsMutation } = deviceConfigApi;
