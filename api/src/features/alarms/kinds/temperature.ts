import { ofMetrics } from './device-kind.ts';

/** Of the processor, in °C. */
export const temperature = ofMetrics(({ cpu_temperature }) => cpu_temperature);
