import { createContext, type ReactNode } from 'react';
import type { EditCompany } from '../../api/companies/companies-api.ts';

type SettingsSlot = (props: { companyId: number; onChange: (body: Partial<EditCompany>) => void }) => ReactNode;

/** Renders the settings of a main company, which belong to another feature. */
export const SettingsSlotContext = createContext<SettingsSlot>(() => null);
