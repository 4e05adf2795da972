import { commandsRoutes } from '@belfry/api/features/commands/commands.routes';
import { createOpenApi } from '@belfry/api/features/service/docs';
import { expect, it } from 'vitest';

type Operation = { responses: Record<string, { description: string }> };

it('the OpenAPI document names the errors of each call', () => {
  const { paths } = createOpenApi(commandsRoutes, []) as { paths: Record<string, Record<string, Operation>> };
  const refusals = (path: string, method: string) => {
    const codes = Object.values(paths[path]?.[method]?.responses ?? {}).slice(1);
    return codes.flatMap(({ description }) => description.split(', '));
  };
  const sending = ['unknown_command', 'device_not_found', 'device_offline', 'broker_unavailable'];
  const waited = refusals('/rpi/devices/send/commands/{serial}', 'post');
  expect(waited).toEqual(expect.arrayContaining([...sending, 'command_timeout']));
  const sent = refusals('/rpi/devices/send/command/{serial}', 'post');
  expect(sent).toEqual(expect.arrayContaining(sending));
  expect(sent).not.toContain('command_timeout');
  expect(refusals('/rpi/devices/send/commands/broadcast', 'post')).toContain('broker_unavailable');
  expect(refusals('/rpi/devices/command/result/{serial}/{commandId}', 'get')).toContain('not_found');
  expect(refusals('/rpi/devices/commands/{serial}', 'get')).toContain('device_not_found');
});
