import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace';

type Ids = { traceId: string; spanId: string };

/** Generates random ids, except for a span whose ids are chosen just before it is started. */
export function createChosenIds(): IdGenerator & { useIds(ids: Ids): void } {
  const random = new RandomIdGenerator();
  let chosen: Partial<Ids> = {};
  return {
    useIds: ({ traceId, spanId }) => void (chosen = { traceId, spanId }),
    generateTraceId() {
      const { traceId = random.generateTraceId() } = chosen;
      delete chosen.traceId;
      return traceId;
    },
    generateSpanId() {
      const { spanId = random.generateSpanId() } = chosen;
      delete chosen.spanId;
      return spanId;
    },
  };
}
