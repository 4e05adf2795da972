import { CompaniesPage } from '../../features/companies/index.ts';
import { GroupManager } from '../../features/groups/index.ts';

export const CompaniesScreen = () => <CompaniesPage groups={<GroupManager />} />;
