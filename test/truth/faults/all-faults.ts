import type { Fault } from '../fault.ts'
import { assetFaults } from './assets.ts'
import { deploymentFaults } from './deployment.ts'
import { harmlessFaults } from './harmless.ts'
import { heldOutHarmless } from './held-out/harmless.ts'
import { heldOutRequests } from './held-out/requests.ts'
import { heldOutSeen } from './held-out/seen.ts'
import { heldOutWords } from './held-out/words.ts'
import { hiddenFaults } from './hidden.ts'
import { lateFaults } from './late.ts'
import { lookAlikes } from './look-alikes.ts'
import { requestFaults } from './requests.ts'
import { seenFaults } from './seen.ts'
import { serviceFaults } from './services.ts'
import { styleFaults } from './styles.ts'
import { unseenAssets } from './unseen-a/assets.ts'
import { unseenDeployment } from './unseen-a/deployment.ts'
import { unseenHarmless } from './unseen-a/harmless.ts'
import { unseenRequests } from './unseen-a/requests.ts'
import { unseenSeen } from './unseen-a/seen.ts'
import { unseenWords } from './unseen-a/words.ts'
import { twentyEighthDelivery } from './unseen-aa/delivery.ts'
import { twentyEighthHarmless } from './unseen-aa/harmless.ts'
import { twentyEighthRequests } from './unseen-aa/requests.ts'
import { twentyEighthSeen } from './unseen-aa/seen.ts'
import { twentyEighthWords } from './unseen-aa/words.ts'
import { fiftyFourthDelivery } from './unseen-ab/delivery.ts'
import { fiftyFourthHarmless } from './unseen-ab/harmless.ts'
import { fiftyFourthRequests } from './unseen-ab/requests.ts'
import { fiftyFourthSeen } from './unseen-ab/seen.ts'
import { fiftyFourthWords } from './unseen-ab/words.ts'
import { fiftyFifthDelivery } from './unseen-ac/delivery.ts'
import { fiftyFifthHarmless } from './unseen-ac/harmless.ts'
import { fiftyFifthRequests } from './unseen-ac/requests.ts'
import { fiftyFifthSeen } from './unseen-ac/seen.ts'
import { fiftyFifthWords } from './unseen-ac/words.ts'
import { fiftySixthDelivery } from './unseen-ad/delivery.ts'
import { fiftySixthHarmless } from './unseen-ad/harmless.ts'
import { fiftySixthRequests } from './unseen-ad/requests.ts'
import { fiftySixthSeen } from './unseen-ad/seen.ts'
import { fiftySixthWords } from './unseen-ad/words.ts'
import { fiftySeventhDelivery } from './unseen-ae/delivery.ts'
import { fiftySeventhHarmless } from './unseen-ae/harmless.ts'
import { fiftySeventhRequests } from './unseen-ae/requests.ts'
import { fiftySeventhSeen } from './unseen-ae/seen.ts'
import { fiftySeventhWords } from './unseen-ae/words.ts'
import { fiftyEighthDelivery } from './unseen-af/delivery.ts'
import { fiftyEighthHarmless } from './unseen-af/harmless.ts'
import { fiftyEighthRequests } from './unseen-af/requests.ts'
import { fiftyEighthSeen } from './unseen-af/seen.ts'
import { fiftyEighthWords } from './unseen-af/words.ts'
import { fiftyNinthDelivery } from './unseen-ag/delivery.ts'
import { fiftyNinthHarmless } from './unseen-ag/harmless.ts'
import { fiftyNinthRequests } from './unseen-ag/requests.ts'
import { fiftyNinthSeen } from './unseen-ag/seen.ts'
import { fiftyNinthWords } from './unseen-ag/words.ts'
import { freshAssets } from './unseen-b/assets.ts'
import { freshDeployment } from './unseen-b/deployment.ts'
import { freshHarmless } from './unseen-b/harmless.ts'
import { freshRequests } from './unseen-b/requests.ts'
import { freshSeen } from './unseen-b/seen.ts'
import { freshWords } from './unseen-b/words.ts'
import { twentyNinthDelivery } from './unseen-bb/delivery.ts'
import { twentyNinthHarmless } from './unseen-bb/harmless.ts'
import { twentyNinthRequests } from './unseen-bb/requests.ts'
import { twentyNinthSeen } from './unseen-bb/seen.ts'
import { twentyNinthWords } from './unseen-bb/words.ts'
import { thirdAssets } from './unseen-c/assets.ts'
import { thirdDeployment } from './unseen-c/deployment.ts'
import { thirdHarmless } from './unseen-c/harmless.ts'
import { thirdRequests } from './unseen-c/requests.ts'
import { thirdSeen } from './unseen-c/seen.ts'
import { thirdWords } from './unseen-c/words.ts'
import { thirtiethDelivery } from './unseen-cc/delivery.ts'
import { thirtiethHarmless } from './unseen-cc/harmless.ts'
import { thirtiethRequests } from './unseen-cc/requests.ts'
import { thirtiethSeen } from './unseen-cc/seen.ts'
import { thirtiethWords } from './unseen-cc/words.ts'
import { fourthAssets } from './unseen-d/assets.ts'
import { fourthDeployment } from './unseen-d/deployment.ts'
import { fourthHarmless } from './unseen-d/harmless.ts'
import { fourthRequests } from './unseen-d/requests.ts'
import { fourthSeen } from './unseen-d/seen.ts'
import { fourthWords } from './unseen-d/words.ts'
import { thirtyFirstDelivery } from './unseen-dd/delivery.ts'
import { thirtyFirstHarmless } from './unseen-dd/harmless.ts'
import { thirtyFirstRequests } from './unseen-dd/requests.ts'
import { thirtyFirstSeen } from './unseen-dd/seen.ts'
import { thirtyFirstWords } from './unseen-dd/words.ts'
import { fifthAssets } from './unseen-e/assets.ts'
import { fifthDeployment } from './unseen-e/deployment.ts'
import { fifthHarmless } from './unseen-e/harmless.ts'
import { fifthRequests } from './unseen-e/requests.ts'
import { fifthSeen } from './unseen-e/seen.ts'
import { fifthWords } from './unseen-e/words.ts'
import { thirtySecondDelivery } from './unseen-ee/delivery.ts'
import { thirtySecondHarmless } from './unseen-ee/harmless.ts'
import { thirtySecondRequests } from './unseen-ee/requests.ts'
import { thirtySecondSeen } from './unseen-ee/seen.ts'
import { thirtySecondWords } from './unseen-ee/words.ts'
import { sixthAssets } from './unseen-f/assets.ts'
import { sixthDeployment } from './unseen-f/deployment.ts'
import { sixthHarmless } from './unseen-f/harmless.ts'
import { sixthRequests } from './unseen-f/requests.ts'
import { sixthSeen } from './unseen-f/seen.ts'
import { sixthWords } from './unseen-f/words.ts'
import { thirtyThirdDelivery } from './unseen-ff/delivery.ts'
import { thirtyThirdHarmless } from './unseen-ff/harmless.ts'
import { thirtyThirdRequests } from './unseen-ff/requests.ts'
import { thirtyThirdSeen } from './unseen-ff/seen.ts'
import { thirtyThirdWords } from './unseen-ff/words.ts'
import { seventhAssets } from './unseen-g/assets.ts'
import { seventhDeployment } from './unseen-g/deployment.ts'
import { seventhHarmless } from './unseen-g/harmless.ts'
import { seventhRequests } from './unseen-g/requests.ts'
import { seventhSeen } from './unseen-g/seen.ts'
import { seventhWords } from './unseen-g/words.ts'
import { thirtyFourthDelivery } from './unseen-gg/delivery.ts'
import { thirtyFourthHarmless } from './unseen-gg/harmless.ts'
import { thirtyFourthRequests } from './unseen-gg/requests.ts'
import { thirtyFourthSeen } from './unseen-gg/seen.ts'
import { thirtyFourthWords } from './unseen-gg/words.ts'
import { eighthAssets } from './unseen-h/assets.ts'
import { eighthDeployment } from './unseen-h/deployment.ts'
import { eighthHarmless } from './unseen-h/harmless.ts'
import { eighthRequests } from './unseen-h/requests.ts'
import { eighthSeen } from './unseen-h/seen.ts'
import { eighthWords } from './unseen-h/words.ts'
import { thirtyFifthDelivery } from './unseen-hh/delivery.ts'
import { thirtyFifthHarmless } from './unseen-hh/harmless.ts'
import { thirtyFifthRequests } from './unseen-hh/requests.ts'
import { thirtyFifthSeen } from './unseen-hh/seen.ts'
import { thirtyFifthWords } from './unseen-hh/words.ts'
import { ninthAssets } from './unseen-i/assets.ts'
import { ninthDeployment } from './unseen-i/deployment.ts'
import { ninthGarbage } from './unseen-i/garbage.ts'
import { ninthHarmless } from './unseen-i/harmless.ts'
import { ninthRequests } from './unseen-i/requests.ts'
import { ninthSeen } from './unseen-i/seen.ts'
import { ninthWords } from './unseen-i/words.ts'
import { thirtySixthDelivery } from './unseen-ii/delivery.ts'
import { thirtySixthHarmless } from './unseen-ii/harmless.ts'
import { thirtySixthRequests } from './unseen-ii/requests.ts'
import { thirtySixthSeen } from './unseen-ii/seen.ts'
import { thirtySixthWords } from './unseen-ii/words.ts'
import { tenthDelivery } from './unseen-j/delivery.ts'
import { tenthHarmless } from './unseen-j/harmless.ts'
import { tenthSeen } from './unseen-j/seen.ts'
import { tenthStatuses, tenthWords } from './unseen-j/words.ts'
import { thirtySeventhDelivery } from './unseen-jj/delivery.ts'
import { thirtySeventhHarmless } from './unseen-jj/harmless.ts'
import { thirtySeventhRequests } from './unseen-jj/requests.ts'
import { thirtySeventhSeen } from './unseen-jj/seen.ts'
import { thirtySeventhWords } from './unseen-jj/words.ts'
import { eleventhAssets } from './unseen-k/assets.ts'
import { eleventhDeployment } from './unseen-k/deployment.ts'
import { eleventhHarmless } from './unseen-k/harmless.ts'
import { eleventhRequests } from './unseen-k/requests.ts'
import { eleventhSeen } from './unseen-k/seen.ts'
import { eleventhWords } from './unseen-k/words.ts'
import { thirtyEighthDelivery } from './unseen-kk/delivery.ts'
import { thirtyEighthHarmless } from './unseen-kk/harmless.ts'
import { thirtyEighthRequests } from './unseen-kk/requests.ts'
import { thirtyEighthSeen } from './unseen-kk/seen.ts'
import { thirtyEighthWords } from './unseen-kk/words.ts'
import { twentySeventhDelivery } from './unseen-l/delivery.ts'
import { twentySeventhHarmless } from './unseen-l/harmless.ts'
import { twentySeventhRequests } from './unseen-l/requests.ts'
import { twentySeventhSeen } from './unseen-l/seen.ts'
import { twentySeventhWords } from './unseen-l/words.ts'
import { thirtyNinthDelivery } from './unseen-ll/delivery.ts'
import { thirtyNinthHarmless } from './unseen-ll/harmless.ts'
import { thirtyNinthRequests } from './unseen-ll/requests.ts'
import { thirtyNinthSeen } from './unseen-ll/seen.ts'
import { thirtyNinthWords } from './unseen-ll/words.ts'
import { twelfthAssets } from './unseen-m/assets.ts'
import { twelfthDeployment } from './unseen-m/deployment.ts'
import { twelfthGarbage } from './unseen-m/garbage.ts'
import { twelfthHarmless } from './unseen-m/harmless.ts'
import { twelfthRequests } from './unseen-m/requests.ts'
import { twelfthSeen } from './unseen-m/seen.ts'
import { twelfthWords } from './unseen-m/words.ts'
import { fortiethDelivery } from './unseen-mm/delivery.ts'
import { fortiethHarmless } from './unseen-mm/harmless.ts'
import { fortiethRequests } from './unseen-mm/requests.ts'
import { fortiethSeen } from './unseen-mm/seen.ts'
import { fortiethWords } from './unseen-mm/words.ts'
import { thirteenthAssets } from './unseen-n/assets.ts'
import { thirteenthDeployment } from './unseen-n/deployment.ts'
import { thirteenthHarmless } from './unseen-n/harmless.ts'
import { thirteenthRequests } from './unseen-n/requests.ts'
import { thirteenthSeen } from './unseen-n/seen.ts'
import { thirteenthWords } from './unseen-n/words.ts'
import { fortyFirstDelivery } from './unseen-nn/delivery.ts'
import { fortyFirstHarmless } from './unseen-nn/harmless.ts'
import { fortyFirstRequests } from './unseen-nn/requests.ts'
import { fortyFirstSeen } from './unseen-nn/seen.ts'
import { fortyFirstWords } from './unseen-nn/words.ts'
import { twentySixthDelivery } from './unseen-o/delivery.ts'
import { twentySixthHarmless } from './unseen-o/harmless.ts'
import { twentySixthRequests } from './unseen-o/requests.ts'
import { twentySixthSeen } from './unseen-o/seen.ts'
import { twentySixthWords } from './unseen-o/words.ts'
import { fortySecondDelivery } from './unseen-oo/delivery.ts'
import { fortySecondHarmless } from './unseen-oo/harmless.ts'
import { fortySecondRequests } from './unseen-oo/requests.ts'
import { fortySecondSeen } from './unseen-oo/seen.ts'
import { fortySecondWords } from './unseen-oo/words.ts'
import { fourteenthWordsAbroad } from './unseen-p/abroad.ts'
import { fourteenthAssets } from './unseen-p/assets.ts'
import { fourteenthHarmless } from './unseen-p/harmless.ts'
import { fourteenthRequests } from './unseen-p/requests.ts'
import { fourteenthSeen } from './unseen-p/seen.ts'
import { fourteenthWords } from './unseen-p/words.ts'
import { fortyThirdDelivery } from './unseen-pp/delivery.ts'
import { fortyThirdHarmless } from './unseen-pp/harmless.ts'
import { fortyThirdRequests } from './unseen-pp/requests.ts'
import { fortyThirdSeen } from './unseen-pp/seen.ts'
import { fortyThirdWords } from './unseen-pp/words.ts'
import { seventeenthBehaviour } from './unseen-q/behaviour.ts'
import { seventeenthDelivery } from './unseen-q/delivery.ts'
import { seventeenthPages } from './unseen-q/pages.ts'
import { seventeenthRequests } from './unseen-q/requests.ts'
import { fortyFourthDelivery } from './unseen-qq/delivery.ts'
import { fortyFourthHarmless } from './unseen-qq/harmless.ts'
import { fortyFourthRequests } from './unseen-qq/requests.ts'
import { fortyFourthSeen } from './unseen-qq/seen.ts'
import { fortyFourthWords } from './unseen-qq/words.ts'
import { fifteenthWordsAbroad } from './unseen-r/abroad.ts'
import { fifteenthDeployment } from './unseen-r/deployment.ts'
import { fifteenthHarmless } from './unseen-r/harmless.ts'
import { fifteenthRequests } from './unseen-r/requests.ts'
import { fifteenthSeen } from './unseen-r/seen.ts'
import { fifteenthWords } from './unseen-r/words.ts'
import { fortyFifthDelivery } from './unseen-rr/delivery.ts'
import { fortyFifthHarmless } from './unseen-rr/harmless.ts'
import { fortyFifthRequests } from './unseen-rr/requests.ts'
import { fortyFifthSeen } from './unseen-rr/seen.ts'
import { fortyFifthWords } from './unseen-rr/words.ts'
import { eighteenthDeployment } from './unseen-s/deployment.ts'
import { eighteenthHarmless } from './unseen-s/harmless.ts'
import { eighteenthRequests } from './unseen-s/requests.ts'
import { eighteenthSeen } from './unseen-s/seen.ts'
import { eighteenthWords } from './unseen-s/words.ts'
import { fortySixthDelivery } from './unseen-ss/delivery.ts'
import { fortySixthHarmless } from './unseen-ss/harmless.ts'
import { fortySixthRequests } from './unseen-ss/requests.ts'
import { fortySixthSeen } from './unseen-ss/seen.ts'
import { fortySixthWords } from './unseen-ss/words.ts'
import { nineteenthDeployment } from './unseen-t/deployment.ts'
import { nineteenthHarmless } from './unseen-t/harmless.ts'
import { nineteenthRequests } from './unseen-t/requests.ts'
import { nineteenthSeen } from './unseen-t/seen.ts'
import { nineteenthWords } from './unseen-t/words.ts'
import { fortySeventhDelivery } from './unseen-tt/delivery.ts'
import { fortySeventhHarmless } from './unseen-tt/harmless.ts'
import { fortySeventhRequests } from './unseen-tt/requests.ts'
import { fortySeventhSeen } from './unseen-tt/seen.ts'
import { fortySeventhWords } from './unseen-tt/words.ts'
import { twentiethDelivery } from './unseen-u/delivery.ts'
import { twentiethHarmless } from './unseen-u/harmless.ts'
import { twentiethSeen } from './unseen-u/seen.ts'
import { twentiethWords } from './unseen-u/words.ts'
import { fortyEighthDelivery } from './unseen-uu/delivery.ts'
import { fortyEighthHarmless } from './unseen-uu/harmless.ts'
import { fortyEighthRequests } from './unseen-uu/requests.ts'
import { fortyEighthSeen } from './unseen-uu/seen.ts'
import { fortyEighthWords } from './unseen-uu/words.ts'
import { twentyFirstDelivery } from './unseen-v/delivery.ts'
import { twentyFirstHarmless } from './unseen-v/harmless.ts'
import { twentyFirstRequests } from './unseen-v/requests.ts'
import { twentyFirstSeen } from './unseen-v/seen.ts'
import { twentyFirstWords } from './unseen-v/words.ts'
import { fortyNinthDelivery } from './unseen-vv/delivery.ts'
import { fortyNinthHarmless } from './unseen-vv/harmless.ts'
import { fortyNinthRequests } from './unseen-vv/requests.ts'
import { fortyNinthSeen } from './unseen-vv/seen.ts'
import { fortyNinthWords } from './unseen-vv/words.ts'
import { twentySecondDelivery } from './unseen-w/delivery.ts'
import { twentySecondHarmless } from './unseen-w/harmless.ts'
import { twentySecondRequests } from './unseen-w/requests.ts'
import { twentySecondSeen } from './unseen-w/seen.ts'
import { twentySecondWords } from './unseen-w/words.ts'
import { fiftiethDelivery } from './unseen-ww/delivery.ts'
import { fiftiethHarmless } from './unseen-ww/harmless.ts'
import { fiftiethRequests } from './unseen-ww/requests.ts'
import { fiftiethSeen } from './unseen-ww/seen.ts'
import { fiftiethWords } from './unseen-ww/words.ts'
import { twentyThirdDelivery } from './unseen-x/delivery.ts'
import { twentyThirdHarmless } from './unseen-x/harmless.ts'
import { twentyThirdRequests } from './unseen-x/requests.ts'
import { twentyThirdSeen } from './unseen-x/seen.ts'
import { twentyThirdWords } from './unseen-x/words.ts'
import { fiftyFirstDelivery } from './unseen-xx/delivery.ts'
import { fiftyFirstHarmless } from './unseen-xx/harmless.ts'
import { fiftyFirstRequests } from './unseen-xx/requests.ts'
import { fiftyFirstSeen } from './unseen-xx/seen.ts'
import { fiftyFirstWords } from './unseen-xx/words.ts'
import { twentyFourthDelivery } from './unseen-y/delivery.ts'
import { twentyFourthHarmless } from './unseen-y/harmless.ts'
import { twentyFourthRequests } from './unseen-y/requests.ts'
import { twentyFourthSeen } from './unseen-y/seen.ts'
import { twentyFourthWords } from './unseen-y/words.ts'
import { fiftySecondDelivery } from './unseen-yy/delivery.ts'
import { fiftySecondHarmless } from './unseen-yy/harmless.ts'
import { fiftySecondRequests } from './unseen-yy/requests.ts'
import { fiftySecondSeen } from './unseen-yy/seen.ts'
import { fiftySecondWords } from './unseen-yy/words.ts'
import { twentyFifthDelivery } from './unseen-z/delivery.ts'
import { twentyFifthHarmless } from './unseen-z/harmless.ts'
import { twentyFifthRequests } from './unseen-z/requests.ts'
import { twentyFifthSeen } from './unseen-z/seen.ts'
import { twentyFifthWords } from './unseen-z/words.ts'
import { fiftyThirdDelivery } from './unseen-zz/delivery.ts'
import { fiftyThirdHarmless } from './unseen-zz/harmless.ts'
import { fiftyThirdRequests } from './unseen-zz/requests.ts'
import { fiftyThirdSeen } from './unseen-zz/seen.ts'
import { fiftyThirdWords } from './unseen-zz/words.ts'
import { wordFaults } from './words.ts'

export const allFaults: readonly Fault[] = [
  ...lateFaults,
  ...seenFaults,
  ...wordFaults,
  ...requestFaults,
  ...assetFaults,
  ...deploymentFaults,
  ...harmlessFaults,
  ...heldOutWords,
  ...heldOutSeen,
  ...heldOutRequests,
  ...heldOutHarmless,
  ...unseenWords,
  ...unseenSeen,
  ...unseenRequests,
  ...unseenAssets,
  ...unseenDeployment,
  ...unseenHarmless,
  ...freshWords,
  ...freshSeen,
  ...freshRequests,
  ...freshAssets,
  ...freshDeployment,
  ...freshHarmless,
  ...thirdWords,
  ...thirdSeen,
  ...thirdRequests,
  ...thirdAssets,
  ...thirdDeployment,
  ...thirdHarmless,
  ...fourthWords,
  ...fourthSeen,
  ...fourthRequests,
  ...fourthAssets,
  ...fourthDeployment,
  ...fourthHarmless,
  ...fifthWords,
  ...fifthSeen,
  ...fifthRequests,
  ...fifthAssets,
  ...fifthDeployment,
  ...fifthHarmless,
  ...sixthWords,
  ...sixthSeen,
  ...sixthRequests,
  ...sixthAssets,
  ...sixthDeployment,
  ...sixthHarmless,
  ...seventhWords,
  ...seventhSeen,
  ...seventhRequests,
  ...seventhAssets,
  ...seventhDeployment,
  ...seventhHarmless,
  ...lookAlikes,
  ...eighthWords,
  ...eighthSeen,
  ...eighthRequests,
  ...eighthAssets,
  ...eighthDeployment,
  ...eighthHarmless,
  ...ninthWords,
  ...ninthGarbage,
  ...ninthSeen,
  ...ninthRequests,
  ...ninthAssets,
  ...ninthDeployment,
  ...ninthHarmless,
  ...tenthWords,
  ...tenthStatuses,
  ...tenthSeen,
  ...tenthDelivery,
  ...tenthHarmless,
  ...eleventhWords,
  ...eleventhSeen,
  ...eleventhRequests,
  ...eleventhAssets,
  ...eleventhDeployment,
  ...eleventhHarmless,
  ...serviceFaults,
  ...twelfthWords,
  ...twelfthGarbage,
  ...twelfthSeen,
  ...twelfthRequests,
  ...twelfthAssets,
  ...twelfthDeployment,
  ...twelfthHarmless,
  ...hiddenFaults,
  ...thirteenthWords,
  ...thirteenthSeen,
  ...thirteenthRequests,
  ...thirteenthAssets,
  ...thirteenthDeployment,
  ...thirteenthHarmless,
  ...fourteenthWords,
  ...fourteenthWordsAbroad,
  ...fourteenthSeen,
  ...fourteenthRequests,
  ...fourteenthAssets,
  ...fourteenthHarmless,
  ...fifteenthWords,
  ...fifteenthWordsAbroad,
  ...fifteenthSeen,
  ...fifteenthRequests,
  ...fifteenthDeployment,
  ...fifteenthHarmless,
  ...seventeenthPages,
  ...seventeenthBehaviour,
  ...seventeenthRequests,
  ...seventeenthDelivery,
  ...eighteenthWords,
  ...eighteenthSeen,
  ...eighteenthRequests,
  ...eighteenthDeployment,
  ...eighteenthHarmless,
  ...nineteenthWords,
  ...nineteenthSeen,
  ...nineteenthRequests,
  ...nineteenthDeployment,
  ...nineteenthHarmless,
  ...twentiethWords,
  ...twentiethSeen,
  ...twentiethDelivery,
  ...twentiethHarmless,
  ...twentyFirstWords,
  ...twentyFirstSeen,
  ...twentyFirstRequests,
  ...twentyFirstDelivery,
  ...twentyFirstHarmless,
  ...twentySecondWords,
  ...twentySecondSeen,
  ...twentySecondRequests,
  ...twentySecondDelivery,
  ...twentySecondHarmless,
  ...twentyFourthWords,
  ...twentyFourthSeen,
  ...twentyFourthRequests,
  ...twentyFourthDelivery,
  ...twentyFourthHarmless,
  ...twentyThirdWords,
  ...twentyThirdSeen,
  ...twentyThirdRequests,
  ...twentyThirdDelivery,
  ...twentyThirdHarmless,
  ...twentyFifthWords,
  ...twentyFifthSeen,
  ...twentyFifthRequests,
  ...twentyFifthDelivery,
  ...twentyFifthHarmless,
  ...twentySeventhWords,
  ...twentySeventhSeen,
  ...twentySeventhRequests,
  ...twentySeventhDelivery,
  ...twentySeventhHarmless,
  ...twentySixthWords,
  ...twentySixthSeen,
  ...twentySixthRequests,
  ...twentySixthDelivery,
  ...twentySixthHarmless,
  ...twentyNinthWords,
  ...twentyNinthSeen,
  ...twentyNinthRequests,
  ...twentyNinthDelivery,
  ...twentyNinthHarmless,
  ...twentyEighthWords,
  ...twentyEighthSeen,
  ...twentyEighthRequests,
  ...twentyEighthDelivery,
  ...twentyEighthHarmless,
  ...thirtiethWords,
  ...thirtiethSeen,
  ...thirtiethRequests,
  ...thirtiethDelivery,
  ...thirtiethHarmless,
  ...thirtySecondWords,
  ...thirtySecondSeen,
  ...thirtySecondRequests,
  ...thirtySecondDelivery,
  ...thirtySecondHarmless,
  ...thirtyFirstWords,
  ...thirtyFirstSeen,
  ...thirtyFirstRequests,
  ...thirtyFirstDelivery,
  ...thirtyFirstHarmless,
  ...thirtyThirdWords,
  ...thirtyThirdSeen,
  ...thirtyThirdRequests,
  ...thirtyThirdDelivery,
  ...thirtyThirdHarmless,
  ...thirtyFourthWords,
  ...thirtyFourthSeen,
  ...thirtyFourthRequests,
  ...thirtyFourthDelivery,
  ...thirtyFourthHarmless,
  ...thirtyFifthWords,
  ...thirtyFifthSeen,
  ...thirtyFifthRequests,
  ...thirtyFifthDelivery,
  ...thirtyFifthHarmless,
  ...thirtySixthWords,
  ...thirtySixthSeen,
  ...thirtySixthRequests,
  ...thirtySixthDelivery,
  ...thirtySixthHarmless,
  ...thirtySeventhWords,
  ...thirtySeventhSeen,
  ...thirtySeventhRequests,
  ...thirtySeventhDelivery,
  ...thirtySeventhHarmless,
  ...thirtyEighthWords,
  ...thirtyEighthSeen,
  ...thirtyEighthRequests,
  ...thirtyEighthDelivery,
  ...thirtyEighthHarmless,
  ...thirtyNinthWords,
  ...thirtyNinthSeen,
  ...thirtyNinthRequests,
  ...thirtyNinthDelivery,
  ...thirtyNinthHarmless,
  ...styleFaults,
  ...fortiethWords,
  ...fortiethSeen,
  ...fortiethRequests,
  ...fortiethDelivery,
  ...fortiethHarmless,
  ...fortyFirstWords,
  ...fortyFirstSeen,
  ...fortyFirstRequests,
  ...fortyFirstDelivery,
  ...fortyFirstHarmless,
  ...fortySecondWords,
  ...fortySecondSeen,
  ...fortySecondRequests,
  ...fortySecondDelivery,
  ...fortySecondHarmless,
  ...fortyThirdWords,
  ...fortyThirdSeen,
  ...fortyThirdRequests,
  ...fortyThirdDelivery,
  ...fortyThirdHarmless,
  ...fortyFourthWords,
  ...fortyFourthSeen,
  ...fortyFourthRequests,
  ...fortyFourthDelivery,
  ...fortyFourthHarmless,
  ...fortySixthWords,
  ...fortySixthSeen,
  ...fortySixthRequests,
  ...fortySixthDelivery,
  ...fortySixthHarmless,
  ...fortyFifthWords,
  ...fortyFifthSeen,
  ...fortyFifthRequests,
  ...fortyFifthDelivery,
  ...fortyFifthHarmless,
  ...fortySeventhWords,
  ...fortySeventhSeen,
  ...fortySeventhRequests,
  ...fortySeventhDelivery,
  ...fortySeventhHarmless,
  ...fortyEighthWords,
  ...fortyEighthSeen,
  ...fortyEighthRequests,
  ...fortyEighthDelivery,
  ...fortyEighthHarmless,
  ...fortyNinthWords,
  ...fortyNinthSeen,
  ...fortyNinthRequests,
  ...fortyNinthDelivery,
  ...fortyNinthHarmless,
  ...fiftiethWords,
  ...fiftiethSeen,
  ...fiftiethRequests,
  ...fiftiethDelivery,
  ...fiftiethHarmless,
  ...fiftyFirstWords,
  ...fiftyFirstSeen,
  ...fiftyFirstRequests,
  ...fiftyFirstDelivery,
  ...fiftyFirstHarmless,
  ...fiftySecondWords,
  ...fiftySecondSeen,
  ...fiftySecondRequests,
  ...fiftySecondDelivery,
  ...fiftySecondHarmless,
  ...fiftyThirdWords,
  ...fiftyThirdSeen,
  ...fiftyThirdRequests,
  ...fiftyThirdDelivery,
  ...fiftyThirdHarmless,
  ...fiftyFourthWords,
  ...fiftyFourthSeen,
  ...fiftyFourthRequests,
  ...fiftyFourthDelivery,
  ...fiftyFourthHarmless,
  ...fiftyFifthWords,
  ...fiftyFifthSeen,
  ...fiftyFifthRequests,
  ...fiftyFifthDelivery,
  ...fiftyFifthHarmless,
  ...fiftySixthWords,
  ...fiftySixthSeen,
  ...fiftySixthRequests,
  ...fiftySixthDelivery,
  ...fiftySixthHarmless,
  ...fiftySeventhWords,
  ...fiftySeventhSeen,
  ...fiftySeventhRequests,
  ...fiftySeventhDelivery,
  ...fiftySeventhHarmless,
  ...fiftyEighthWords,
  ...fiftyEighthSeen,
  ...fiftyEighthRequests,
  ...fiftyEighthDelivery,
  ...fiftyEighthHarmless,
  ...fiftyNinthWords,
  ...fiftyNinthSeen,
  ...fiftyNinthRequests,
  ...fiftyNinthDelivery,
  ...fiftyNinthHarmless,
]
