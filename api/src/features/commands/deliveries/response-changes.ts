import type { Command } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { Logger } from '../../../log.ts';
import { foreignResponses, invalidResults } from '../../../mqtt/metrics.ts';
import { createThrottledWarning } from '../../../mqtt/throttled-warning.ts';
import type { IssuedCommands } from '../sending/issued-commands.ts';
import { hasValidResult, mergeByDelivery, responseChange, type DeliveryChange } from './delivery-change.ts';

/** A response of a device; it may name a command that was not sent to the device. */
export type DeviceResponse = { serial: string; message: ResponseMessage; receivedAt: number };

/** Translates responses to changes of deliveries. Responses to unknown commands are counted and logged. */
export function createResponseChanges(issued: Pick<IssuedCommands, 'findNames'>, log: Logger) {
  const warn = createThrottledWarning(log, 'a device has responded to a command that was not sent to it');

  function toChange(
    { serial, message, receivedAt }: DeviceResponse,
    command: Command | undefined,
  ): DeliveryChange | null {
    if (!command) {
      countForeign({ serial, commandId: message.correlation_id });
      return null;
    }
    const change = responseChange(command, serial, message, receivedAt);
    if (!hasValidResult(command, change)) invalidResults.inc({ command });
    return change;
  }

  function countForeign({ serial, commandId }: Pick<DeliveryChange, 'serial' | 'commandId'>): void {
    foreignResponses.inc();
    warn('responses', { serial, correlation_id: commandId });
  }

  return {
    /** The changes of a batch, one per delivery. */
    async toChanges(
      items: readonly ({ response: DeviceResponse } | { change: DeliveryChange })[],
    ): Promise<DeliveryChange[]> {
      const commands = await issued.findNames(
        items.flatMap((item) => ('response' in item ? item.response.message.correlation_id : [])),
      );
      const changes = items.map((item) =>
        'change' in item ? item.change : toChange(item.response, commands.get(item.response.message.correlation_id)),
      );
      return mergeByDelivery(changes.filter((change) => change !== null));
    },
    /** The database knows the command, but it was not sent to this device. */
    countForeign,
  };
}
