import { expect, it } from 'vitest';
import en from './en.ts';
import { flatTexts } from './flat-texts.ts';
import mixed from './mixed.ts';

/** What the console shows by default. */
const shown = new Map([...flatTexts(en), ...flatTexts(mixed)]);

/** The texts that specification 000 quotes, to the letter; a list where several screens have the same. */
const QUOTED: Record<string, string> = {
  // §2, §4, §8: sign-in
  'auth: login.caption': 'Login:',
  'auth: login.submit': 'Sign In',
  'auth: login.submitting': 'Logging in...',
  'auth: login.forgot': 'Forgot Password?',
  'auth: login.register': 'Registration?',
  'auth: login.autofilled': 'Login credentials auto-filled from registration',
  'auth: login.email_required': 'Email is required',
  'auth: login.email_invalid': 'Please enter a valid email address',
  'auth: login.password_required': 'Password is required',
  'auth: login.errors.unreadable': 'Server returned invalid response. Status: {{status}}. Response: {{body}}',
  'auth: login.errors.status': 'Login failed with status {{status}}',
  'auth: login.errors.no_key': 'user_key not found in response',
  'auth: login.errors.network':
    'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  'auth: login.errors.cross_origin': 'Connection error: Please ensure the server is running and accessible.',
  'auth: login.errors.unexpected': 'An unexpected error occurred during login.',
  // §2, §5, §8: registration
  'register: submit': 'Create Account',
  'register: creating': 'Creating your account',
  'register: rules.name': 'Name must be at least 2 characters long',
  'register: rules.email_required': 'Email is required',
  'register: rules.email_invalid': 'Please enter a valid email address',
  'register: rules.phone_required': 'Phone number is required',
  'register: rules.phone_invalid': 'Please enter a valid phone number (7-12 digits)',
  'register: rules.country': 'Country is required',
  'register: rules.language': 'Language is required',
  'register: rules.too_short': 'Password must be at least 6 characters long',
  'register: rules.too_simple':
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  'register: rules.mismatch': 'Passwords do not match',
  'register: rules.cookies': 'Please accept the use of cookies',
  'register: rules.personal_data': 'Please accept the use of your personal data',
  'register: errors.email': 'Email address is already registered or invalid',
  'register: errors.phone': 'Phone number is already registered or invalid',
  'register: errors.required': 'All required fields must be filled',
  'register: errors.validation': 'Please check your input data and try again',
  'register: errors.taken': 'User with this email or phone number already exists',
  'register: errors.format': 'Invalid input data format. Please check your information and try again',
  'register: errors.too_many': 'Too many registration attempts. Please try again in 5 minutes',
  'register: errors.gateway':
    'Gateway error. The server is temporarily unavailable. Please try again in a few minutes.',
  'register: errors.unavailable': 'Service temporarily unavailable. Please try again in a few minutes.',
  'register: errors.gateway_timeout': 'Server timeout. Please check your internet connection and try again.',
  'register: errors.unexpected': 'Unexpected response format from server',
  'register: errors.network':
    'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  'register: location.not_detected': 'Could not auto-detect your location. Please fill the form manually.',
  'register: location.unreadable': 'Failed to load location data. Please fill the form manually.',
  // §5: strength
  'passwords: strength.weak': 'Weak',
  'passwords: strength.medium': 'Medium',
  'passwords: strength.strong': 'Strong',
  // §4, §5, §8: confirmation
  'confirm: resend': 'Resend Code',
  'confirm: incomplete': 'Please enter the complete 4-digit code',
  'confirm: email.done_login': 'Email confirmed! Please log in to your account.',
  'confirm: email.sms_sent': 'SMS with phone verification code has been sent',
  'confirm: phone.done': 'Account activated! Redirecting to login...',
  'confirm: phone.resent': 'SMS confirmation code has been resent to your phone',
  'confirm: errors.format': 'Invalid confirmation code format',
  'confirm: errors.wrong': 'Invalid confirmation code. Please check and try again',
  'confirm: errors.unknown_user': 'User not found. Please register again',
  'confirm: errors.server': 'Server error. Please try again later',
  'confirm: email.already_confirmed': 'Email is already confirmed. You can proceed to login.',
  'confirm: errors.resend_unknown_user': 'User not found. Please register again.',
  'confirm: errors.resend_server': 'Server error. Please try again later.',
  // §5, §8: passwords
  'passwords: rules.current_required': 'Current password is required',
  'passwords: rules.too_short': 'New password must be at least 6 characters long',
  'passwords: rules.too_simple':
    'New password must contain at least one uppercase letter, one lowercase letter, and one number',
  'passwords: rules.mismatch': 'New passwords do not match',
  'passwords: rules.same': 'New password must be different from current password',
  'passwords: change.failed': 'Password change failed',
  'passwords: forgot.sent': 'Password reset instructions have been sent to your email address.',
  'passwords: forgot.failed': 'Password reset request failed',
  // §2, §4, §5, §8: home and profile
  'home: local_time.change': 'Change',
  'home: local_time.save': 'Save',
  'home: local_time.saved': 'Часовой пояс обновлен!',
  'home: local_time.failed': 'Ошибка при сохранении временной зоны',
  'home: profile_error': 'Error getting user information',
  'home: session.title': 'Session',
  'home: session.error': 'Error getting client information',
  'profile: title': 'My Profile',
  'profile: edit': 'Edit',
  'profile: cancel': 'Cancel',
  'profile: save': 'Save Changes',
  'profile: updated': 'Profile updated successfully!',
  'profile: update_error': 'Profile update error',
  'profile: update_failed': 'Failed to update profile',
  'profile: confirmed': 'Confirmed',
  'profile: personal.title': 'Personal Information',
  'profile: location.title': 'Location and Settings',
  'profile: statistics.title': 'Account Statistics',
  'profile: statistics.active': 'Active',
  'profile: statistics.blocked': 'Blocked',
  'profile: user.title': 'User Information',
  'profile: user.not_available': 'Not available',
  'profile: user.active': 'Active',
  'profile: user.suspended': 'Suspended',
  'profile: user.logout': 'Logout',
  'profile: password.title': 'Change Password',
  'profile: password.error': 'Password change error',
  'profile: password.rules.mismatch': 'Passwords do not match',
  'profile: password.rules.too_short': 'Password must contain at least 6 characters',
  // §2: header and guide
  'common: loading': 'Loading...',
  'shell: clock.show': 'Time',
  'help: back': 'Go Back',
};

it.each(Object.entries(QUOTED))('%s', (key, text) => expect(shown.get(key)).toBe(text));
