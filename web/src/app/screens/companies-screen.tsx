import type { ComponentProps } from 'react';
import { CompaniesPage, SettingsSlotContext } from '../../features/companies/index.ts';
import { MainCompanySettings } from '../../features/companies/element-form/index.ts';
import { GroupManager } from '../../features/groups/index.ts';

const settingsOf = (props: ComponentProps<typeof MainCompanySettings>) => <MainCompanySettings {...props} />;

/** The company tree, with the groups of devices. */
export const CompaniesScreen = () => (
  <SettingsSlotContext value={settingsOf}>
    <CompaniesPage groups={<GroupManager />} />
  </SettingsSlotContext>
);
