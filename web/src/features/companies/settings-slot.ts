import { createContext, type ReactNode } from 'react';
import type { EditCompany } from './companies-api.ts';

/** The fields of a company that its settings are. */
export type SettingsBody = Pick<
  EditCompany,
  'time_zone' | 'default_language' | 'default_voice' | 'volume_max' | 'quiet_hours'
>;
/** `companyId` is null for a new company. */
type SettingsSlot = (props: { companyId: number | null; onChange: (body: SettingsBody) => void }) => ReactNode;

/** Renders the settings of a main company, which belong to another feature. */
export const SettingsSlotContext = createContext<SettingsSlot>(() => null);
