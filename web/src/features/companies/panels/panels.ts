import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';

/** Whether each panel shows; `general` is the bar that switches the others; see TREE-18. */
export const PANELS_SCHEMA = z.object({
  main: z.boolean().catch(true),
  tree: z.boolean().catch(false),
  group: z.boolean().catch(true),
  help: z.boolean().catch(true),
  general: z.boolean().catch(true),
});
export type Panels = z.infer<typeof PANELS_SCHEMA>;
export type PanelName = keyof Panels;

/** As stored in this browser. */
export const readPanels = (): Panels => readLocal(LOCAL_KEYS.companyPanels, PANELS_SCHEMA) ?? PANELS_SCHEMA.parse({});
export const writePanels = (panels: Panels): void => writeLocal(LOCAL_KEYS.companyPanels, panels);
