import { SpanKind } from '@opentelemetry/api';
import { messages, type CommandMessage } from '@belfry/schemas/mqtt/messages';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { activeTraceparent, inSpan } from '../../tracing/spans.ts';

/**
 * Publishes a command on the topic of one device or of all. Its trace context travels in the payload, and devices return it.
 * Rejects where the broker has not accepted the message.
 */
export function publishCommand(broker: MqttPublisher, topic: string, message: CommandMessage): Promise<void> {
  const { qos, retain } = messages.commands;
  const attributes = { 'messaging.system': 'mqtt', 'belfry.command': message.command };
  return inSpan(`publish ${message.command}`, { kind: SpanKind.PRODUCER, attributes }, () =>
    broker.publish(topic, JSON.stringify({ ...message, traceparent: activeTraceparent() }), { qos, retain }),
  );
}
