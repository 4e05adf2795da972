import type { DeviceConfiguration, DeviceSettings } from '@belfry/schemas/domain/configuration';
import { CONFIG_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { topics } from '@belfry/schemas/mqtt/topics';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom } from '../../lib/api/call.ts';

type SaveSettings = {
  serial: Serial;
  settings: Partial<DeviceSettings>;
  /** The version that the edit began with; see CONF-12. */
  revision?: number;
};

const TRANSPORT = { timeout: CONFIG_TIMEOUT_MS };

export const deviceConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The desired configuration beside the reported one, which is live. */
    getDeviceConfiguration: build.query<DeviceConfiguration, Serial>({
      ...callFrom(configurationHttp.read, (serial: Serial) => ({ serial }), TRANSPORT),
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
    /** Absent fields do not change. */
    saveDeviceSettings: build.mutation({
      ...callFrom(
        configurationHttp.save,
        ({ serial, settings, revision }: SaveSettings) => ({
          serial,
          ...settings,
          ...(revision !== undefined && { revision }),
        }),
        TRANSPORT,
      ),
      invalidatesTags: (_configuration, error, { serial }) => (error ? [] : [{ type: 'Device', id: serial }]),
    }),
  }),
});

export const { useGetDeviceConfigurationQuery, useSaveDeviceSettingsMutation } = deviceConfigApi;
