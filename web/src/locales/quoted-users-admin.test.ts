import { testQuoted } from './quoted.ts';

/** The pinned texts of the administration of users; see SHELL-9. */
testQuoted({
  'users-admin: add': 'Add',
  'users-admin: delete_all': 'Delete all',
  'users-admin: actions.info': 'INFO',
  'users-admin: actions.edit': 'EDIT',
  'users-admin: actions.key': 'KEY',
  'users-admin: actions.delete': 'DEL',
  'users-admin: actions.open': 'OPEN',
  'users-admin: active': 'Active',
  'users-admin: suspended': 'Suspended',
  'users-admin: delete.ask': 'Удалить пользователя?',
  'users-admin: all.ask': 'Delete all users?',
  'users-admin: key.ask': 'Обновить ключ пользователя?',
  'users-admin: open.blocked': 'Не удалось открыть новую вкладку. Проверьте настройки блокировки всплывающих окон.',
  'users-admin: form.required': 'All fields except phone are required',
  'users-admin: error_panel': 'Ошибка: {{status}}',
  'users-admin: delete.failed': 'Failed to delete user',
  'users-admin: block.failed': 'Failed to block/unblock user',
  'users-admin: all.failed': 'Failed to delete all users',
  'users-admin: form.add_failed': 'Failed to add user',
  'users-admin: form.edit_failed': 'Failed to save changes',
  'users-admin: key.failed': 'Failed to update user key',
  'users-admin: key.missing': 'Key not received in response',
  'users-admin: info.failed': 'Failed to get user information',
});
