#!/usr/bin/env node
// `npx urlwitness <verb>` in the checkout: sets up if needed, then the command line under the project's own Node.
import { join } from 'node:path'
import { root, runNode, setUp } from './setup.mjs'

runNode(setUp(), [join(root, 'src/main.ts'), ...process.argv.slice(2)])
