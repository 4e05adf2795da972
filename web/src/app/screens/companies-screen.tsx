import { CompaniesPage } from '../../features/companies/index.ts';
import { GroupManager } from '../../features/groups/index.ts';

/** The company tree, with the groups of devices. */
export const CompaniesScreen = () => <CompaniesPage groups={<GroupManager />} />;
