import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserUser } from './run-as-user.ts'

/** Folders of one browser, removed with their content when the browser ends. */
export interface BrowserFolders {
  readonly profile: string
  readonly home: string
  /** Its name is short, because the path of a socket in it has a limited length. */
  readonly temporary: string
}

/** The value BLOCK of Chrome's content settings. */
const BLOCK = 2

/** Permissions that a page cannot request: there is no user to grant them. */
const blockedPermissions = [
  'automatic_downloads',
  'bluetooth_guard',
  'clipboard',
  'file_system_write_guard',
  'geolocation',
  'hid_guard',
  'idle_detection',
  'local_fonts',
  'media_stream_camera',
  'media_stream_mic',
  'midi_sysex',
  'notifications',
  'popups',
  'sensors',
  'serial_guard',
  'usb_guard',
  'window_placement',
]

const preferences = {
  // Otherwise, if the name of a main frame does not resolve, Chrome queries 8.8.8.8 directly, bypassing the resolver rules.
  alternate_error_pages: { enabled: false },
  autofill: { credit_card_enabled: false, enabled: false, profile_enabled: false },
  browser: { enable_spellchecking: false },
  credentials_enable_service: false,
  dns_prefetching: { enabled: false },
  // 3 blocks all downloads.
  download_restrictions: 3,
  // 2 disables network prediction.
  net: { network_prediction_options: 2 },
  profile: {
    default_content_setting_values: Object.fromEntries(
      blockedPermissions.map((name) => [name, BLOCK]),
    ),
    password_manager_enabled: false,
  },
  safebrowsing: { enabled: false, enhanced: false },
  search: { suggest_enabled: false },
  signin: { allowed: false, allowed_on_next_startup: false },
  spellcheck: { use_spelling_service: false, dictionaries: [] },
  translate: { enabled: false },
  webrtc: {
    ip_handling_policy: 'disable_non_proxied_udp',
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
}

const localState = {
  // Otherwise a 401 for an image or a frame waits for a password for ever. The command-line switch for this has no effect.
  auth: { schemes: '' },
  background_mode: { enabled: false },
  dns_over_https: { mode: 'off' },
}

/** Creates the folders of one browser inside `folder`, with the settings that full Chrome reads only from files. */
export function writeProfile(folder: string, user: BrowserUser | null): BrowserFolders {
  const folders = {
    profile: join(folder, 'profile'),
    home: join(folder, 'home'),
    temporary: join(folder, 't'),
  }
  const inner = join(folders.profile, 'Default')
  const made = [folder, folders.profile, inner, folders.home, folders.temporary]
  for (const path of made) mkdirSync(path, { mode: 0o700 })
  const files = [
    [join(inner, 'Preferences'), preferences],
    [join(folders.profile, 'Local State'), localState],
  ] as const
  for (const [path, content] of files) writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  if (user !== null) {
    for (const path of [...files.map(([file]) => file), ...made.reverse()]) {
      chownSync(path, user.uid, user.gid)
    }
  }
  return folders
}
