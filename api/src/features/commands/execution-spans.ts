import type { Command } from '@belfry/schemas/mqtt/commands';
import { recordDeviceSpan } from '../../tracing/remote-spans.ts';
import { isTracing } from '../../tracing/state.ts';
import { deliveryKey, type DeliveryChange } from './deliveries/delivery-change.ts';
import type { DeviceResponse } from './deliveries/response-changes.ts';
import type { IssuedCommands } from './sending/issued-commands.ts';

/** Records what devices have executed as spans of the devices, for the responses that have settled deliveries. */
export async function recordExecutions(
  responses: readonly DeviceResponse[],
  settled: readonly DeliveryChange[],
  issued: Pick<IssuedCommands, 'findNames'>,
): Promise<void> {
  if (!isTracing() || settled.length === 0) return;
  const keys = new Set(settled.map(deliveryKey));
  const commands = await issued.findNames(settled.map(({ commandId }) => commandId));
  for (const response of responses) {
    const { correlation_id: id } = response.message;
    const command = commands.get(id);
    if (command && keys.has(deliveryKey({ commandId: id, serial: response.serial })))
      recordExecution(response, command);
  }
}

/** The span ends when the response arrives, by the server's clock, because the clock of the device may be wrong. */
function recordExecution({ serial, message, receivedAt }: DeviceResponse, command: Command): void {
  const { traceparent, phase, success, execution_time_ms: ranMs } = message;
  if (traceparent === undefined || phase !== 'done') return;
  const durationMs = ranMs ?? 0;
  recordDeviceSpan(`execute ${command}`, {
    traceparent,
    startedAt: receivedAt - durationMs,
    durationMs,
    failed: success !== true,
    attributes: { 'belfry.command': command, 'belfry.device.serial': serial },
  });
}
