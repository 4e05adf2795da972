import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import type { CompanyMapProps } from './company-map.tsx';
import { createElement } from 'react';

export const CompanyMap = lazyPart<CompanyMapProps>({
  load: async () => (await import('./company-map.tsx')).CompanyMap,
  Waiting: () => createElement(LineSkeletons, { count: 8, height: 40 }),
});

export const FloorPlanDialog = lazyDialog(async () => (await import('./plan/floor-plan-dialog.tsx')).FloorPlanDialog);
