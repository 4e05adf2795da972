import { apiRoutes } from '@belfry/api/composition/routes';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { flow } from '../../../support/flow.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

type OpenApi = {
  openapi: string;
  paths: Record<string, Record<string, { security?: unknown[]; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, unknown> };
};

describe('the AsyncAPI document', () => {
  it('is served', async () => {
    const { body } = await api.get<{ asyncapi: string }>('/api/asyncapi.json');
    expect(body.asyncapi).toBe('3.0.0');
  });
});

describe('the OpenAPI document', () => {
  it('contains each route with its access rule and its errors', async () => {
    const { body } = await api.get<OpenApi>('/api/openapi.json');
    expect(body.openapi).toMatch(/^3\.1\./);
    for (const { spec } of apiRoutes) {
      const operation = body.paths[spec.path]?.[spec.method];
      expect(operation, `${spec.method} ${spec.path}`).toBeDefined();
      expect(operation?.security).toHaveLength(
        { public: 0, service: 1, scim: 1, 'device-or-admin': 3, 'device-or-signed-in': 3 }[spec.access as string] ?? 2,
      );
      if (spec.access === 'admin') expect(Object.keys(operation?.responses ?? {})).toContain('403');
    }
  });

  it('has no duplicate schemas and no dangling references', async () => {
    const { body } = await api.get<OpenApi>('/api/openapi.json');
    const names = Object.keys(body.components.schemas);
    expect(names.filter((name) => name.endsWith('Output') && names.includes(name.slice(0, -6)))).toEqual([]);
    const used = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    expect(used.filter((name) => !names.includes(name))).toEqual([]);
    expect(used).toContain('Device');
  });

  it('renders without requests to other hosts', async () => {
    const page = await api.get<string>('/api/docs/');
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) {
      expect(source).toMatch(/^\/api\/docs\//);
      expect((await api.get(source)).status).toBe(200);
    }
    expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
  });
});
