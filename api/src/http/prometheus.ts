import type { RequestHandler } from 'express';
import { collectDefaultMetrics, register } from 'prom-client';

collectDefaultMetrics();

/** GET /metrics, mounted on the internal listener only. */
export const prometheus: RequestHandler = async (_req, res) => {
  res.type(register.contentType).send(await register.metrics());
};
