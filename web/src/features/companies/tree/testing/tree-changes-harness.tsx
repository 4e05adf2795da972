import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../../../../lib/i18n.ts';
import { aNode, SHOPS } from '../../../../testing/tree-factory.ts';

export const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

export const refusal = (error: string) => () => Response.json({ error, code: 'conflict' }, { status: 409 });

export const broken = () => new Response('', { status: 500 });

export const UNBIND = '/devices/unbind/company/serial';

export const EMPTY_SHOP = [...SHOPS, aNode(10, { parent_company_id: 6, name: 'Shop 3', type: 'Company' })];

export function setUpTreeChanges(): void {
  beforeAll(async () => {
    await startI18n();
    await chooseLanguage('mixed');
  });
  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
