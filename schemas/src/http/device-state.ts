import { endpoint } from './endpoint.ts';
import { serialParamsSchema } from './commands/commands.ts';
import { deviceConfigurationSchema, deviceSettingsPatchSchema } from '../domain/configuration.ts';

export const configurationHttp = {
  read: endpoint({
    method: 'get',
    path: '/rpi/devices/config/{serial}',
    summary: 'The configuration of a device, desired and reported',
    params: serialParamsSchema,
    answer: deviceConfigurationSchema,
    errors: ['device_not_found'],
  }),
  save: endpoint({
    method: 'post',
    path: '/rpi/devices/config/{serial}',
    summary: 'Save settings of a device; what is absent stays as it is',
    description: 'With a revision, the save is refused when the configuration has another version by now.',
    params: serialParamsSchema,
    body: deviceSettingsPatchSchema,
    answer: deviceConfigurationSchema,
    errors: ['device_not_found', 'edit_conflict'],
  }),
};
