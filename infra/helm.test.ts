import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ROOT } from './local/paths.ts';

/** Node resolves a module by a name that is put together, which vite does not. */
const require = createRequire(import.meta.url);
const FOLDER = join(ROOT, 'infra/helm');
const read = (path: string): string => readFileSync(path, 'utf8');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const rendered = read(join(FOLDER, 'rendered.yaml'));

const labels = z.record(z.string(), z.string());
const containerSchema = z.object({
  env: z.array(z.object({ name: z.string() })).default([]),
  ports: z.array(z.object({ name: z.string() })).default([]),
  securityContext: z.object({ readOnlyRootFilesystem: z.boolean(), allowPrivilegeEscalation: z.boolean() }),
});
const podSchema = z.object({
  metadata: z.object({ labels }),
  spec: z.object({
    securityContext: z.object({ runAsNonRoot: z.literal(true) }),
    containers: z.array(containerSchema),
  }),
});
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), labels }),
});
const objects = parseAllDocuments(rendered).flatMap((document) => {
  const value: unknown = document.toJS();
  return value === null ? [] : [objectSchema.parse(value)];
});
const ofKind = (...kinds: string[]) => objects.filter(({ kind }) => kinds.includes(kind));
const pods = ofKind('Deployment', 'Job').map(({ spec }) => z.object({ template: podSchema }).parse(spec).template);
/** Defined by the Prometheus operator, not by Kubernetes. */
const OPERATOR = 'monitoring.coreos.com/v1';

describe('the chart', () => {
  it('is the one that rendered.yaml was rendered from (otherwise run infra/helm/render.sh)', () => {
    const files = globSync('belfry/**/{*,.helmignore}', { cwd: FOLDER })
      .filter((file) => statSync(join(FOLDER, file)).isFile())
      .toSorted();
    const sums = files.map((file) => `${sha256(read(join(FOLDER, file)))}  ${file}\n`).join('');
    expect(/chart ([0-9a-f]{64})$/m.exec(rendered)?.[1]).toBe(sha256(sums));
  });

  it('has everything that an installation needs', () => {
    expect(new Set(objects.map(({ kind }) => kind))).toEqual(
      new Set([
        'Deployment',
        'Service',
        'Ingress',
        'Job',
        'HorizontalPodAutoscaler',
        'PodDisruptionBudget',
        'PersistentVolumeClaim',
        'NetworkPolicy',
        'ServiceMonitor',
        'PrometheusRule',
      ]),
    );
  });

  it.each(objects.filter(({ apiVersion }) => apiVersion !== OPERATOR))(
    '$kind $metadata.name has the types of the Kubernetes API',
    (object) => {
      const { apiVersion, kind } = object;
      type Model = new (data: unknown) => { validate(): void };
      const models = require(`kubernetes-models/${apiVersion}/${kind}`) as Record<string, Model>;
      const model = models[kind];
      if (!model) throw new Error(`no model of ${kind}`);
      expect(() => new model(object).validate()).not.toThrow();
    },
  );

  it('selects pods that exist, from services, policies and budgets', () => {
    const selectors = ofKind('Service', 'NetworkPolicy', 'PodDisruptionBudget').map(({ kind, metadata, spec }) => {
      const { selector, podSelector } = z
        .object({ selector: z.unknown().optional(), podSelector: z.object({ matchLabels: labels }).optional() })
        .parse(spec);
      const matched = podSelector?.matchLabels ?? z.union([z.object({ matchLabels: labels }), labels]).parse(selector);
      const podLabels =
        'matchLabels' in matched && typeof matched.matchLabels === 'object' ? matched.matchLabels : matched;
      return { name: `${kind} ${metadata.name}`, podLabels };
    });
    const matches = (podLabels: object) =>
      pods.filter((pod) => Object.entries(podLabels).every(([key, value]) => pod.metadata.labels[key] === value));
    expect(selectors.length).toBeGreaterThan(4);
    for (const { name, podLabels } of selectors)
      expect({ name, pods: matches(podLabels).length }).toEqual({ name, pods: 1 });
  });

  it('sets only settings that the api or the broker has', () => {
    const configSources = globSync(['api/src/config/*.ts', 'broker/src/config.ts', 'api/src/engines/*/config*.ts'], {
      cwd: ROOT,
    })
      .map((file) => read(join(ROOT, file)))
      .join('\n');
    const names = pods.flatMap(({ spec }) => spec.containers.flatMap(({ env }) => env.map(({ name }) => name)));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !new RegExp(`\\b${name}: `).test(configSources))).toEqual([]);
  });

  it('runs without privileges and contains no secret', () => {
    expect(pods).toHaveLength(3);
    for (const { spec } of pods)
      for (const { securityContext } of spec.containers)
        expect(securityContext).toEqual({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(ofKind('Secret')).toEqual([]);
  });
});
