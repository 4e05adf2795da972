import type { TracerProvider } from '@opentelemetry/api';

/** What the api records on behalf of others, which have no collector of their own. */
export type OtherServices = {
  device: TracerProvider;
  console: {
    provider: TracerProvider;
    /** The next span gets these ids, because the console has chosen them before its call. */
    useIds(ids: { traceId: string; spanId: string }): void;
  };
};

let services: OtherServices | null = null;

/** Whether spans are recorded in this process. */
export const isTracing = (): boolean => services !== null;
export const otherServices = (): OtherServices | null => services;
export const setOtherServices = (started: OtherServices | null): void => void (services = started);
