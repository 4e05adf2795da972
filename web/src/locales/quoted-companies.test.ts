import { testQuoted } from './quoted.ts';

/** The pinned texts of the company tree page, SMS and schedule; see SHELL-9. */
testQuoted({
  // §2.10: the page
  'companies: title': 'Company Tree',
  'companies: subtitle': 'Trees Organization',
  'companies: no_user.title': 'No user selected',
  'companies: panels.main': 'Main Companies',
  'companies: panels.group': 'Manager Group',
  // §2.10: main companies
  'companies: actions.add': 'Add Company',
  'companies: actions.cancel': 'Cancel',
  'companies: actions.edit': 'Edit',
  'companies: actions.delete': 'Delete',
  'companies: actions.duplicate': 'Duplicate',
  'companies: list.search_hint': 'Search companies...',
  'companies: list.company': 'Company',
  'companies: list.tree': 'Tree',
  'companies: list.description': 'Description',
  'companies: list.show_tree': 'Show company tree',
  'companies: list.current_tree': 'Current tree',
  'companies: list.unknown': 'Unknown',
  'companies: list.no_description': 'No description',
  'companies: empty.title': 'No Companies Found',
  // §5, §6, §8: rules and errors
  'companies: form.name_required': 'Name is required',
  'companies: errors.add': 'Failed to add company',
  'companies: errors.edit': 'Failed to edit company',
  'companies: errors.delete': 'Failed to delete company!',
  'companies: errors.duplicate': 'Failed to duplicate company',
  'companies: errors.not_found': 'Company not found',
  'companies: errors.select': 'Failed to select company',
  'companies: errors.open_edit': 'Failed to open edit form',
  'companies: errors.open_delete': 'Failed to open delete confirmation',
  'companies: errors.unauthorized': 'Не авторизован',
  // §2.6, §2.7
  'sms: tabs.send': 'Send',
  'sms: tabs.history': 'History',
  'sms: tabs.templates': 'Templates',
  'sms: send.none': 'No devices selected',
  'schedule: tabs.overview': 'Overview',
  'schedule: tabs.create': 'Create Schedule',
  'schedule: tabs.manage': 'Manage',
  'schedule: create.types.broadcast': 'Message Broadcast',
  'schedule: create.types.maintenance': 'System Maintenance',
  'schedule: create.types.report': 'Report Generation',
});
