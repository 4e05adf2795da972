import type { DeviceConfiguration, DeviceSettings } from '@belfry/schemas/domain/configuration';
import { CONFIG_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { hasField, unwrap } from '../lib/unwrap.ts';
import { baseApi } from './base-api.ts';

export const deviceConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /rpi/devices/config/{serial}: the desired and the reported configuration. */
    getDeviceConfiguration: build.query<DeviceConfiguration, Serial>({
      query: (serial) => ({ url: `/rpi/devices/config/${serial}`, timeout: CONFIG_TIMEOUT_MS }),
      transformResponse: (answer) => unwrap(answer, ['', 'config'], hasField<DeviceConfiguration>('system_volume')),
      providesTags: (_configuration, _error, serial) => ['Live', { type: 'Device', id: serial }],
    }),
    /** POST /rpi/devices/config/{serial}: absent fields do not change. */
    saveDeviceSettings: build.mutation<DeviceConfiguration, { serial: Serial; settings: Partial<DeviceSettings> }>({
      query: ({ serial, settings: body }) => ({
        url: `/rpi/devices/config/${serial}`,
        method: 'POST',
        body,
        timeout: CONFIG_TIMEOUT_MS,
      }),
      invalidatesTags: (_configuration, error, { serial }) => (error ? [] : [{ type: 'Device', id: serial }]),
    }),
  }),
});

export const { useGetDeviceConfigurationQuery, useSaveDeviceSettingsMutation } = deviceConfigApi;
