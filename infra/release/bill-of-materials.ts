import { z } from 'zod';

const componentSchema = z.looseObject({ 'bom-ref': z.string(), name: z.string() });
const bomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

/** Workspaces that are delivered; the others are for development. */
const isOurs = (ref: string): boolean => ref.startsWith('@belfry/') && !ref.startsWith('@belfry/tests@');

/**
 * The delivered part of what `npm sbom` prints as CycloneDX. With `--omit dev` npm also leaves out what production and
 * development both need, and names the whole after the folder. @param name of the whole @param delivered packages as
 * `name@version`
 */
export function deliveredBom(printed: string, name: string, delivered: ReadonlySet<string>): string {
  const bom = bomSchema.parse(JSON.parse(printed));
  const root = bom.metadata.component;
  const isDelivered = (ref: string): boolean => delivered.has(ref) || isOurs(ref);
  const metadata = { ...bom.metadata, component: { ...root, name } };
  const components = bom.components.filter((component) => isDelivered(component['bom-ref']));
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === root['bom-ref'] || isDelivered(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isDelivered) }));
  return `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`;
}
