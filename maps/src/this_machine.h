// Which machine this is, for what is private to one.
#pragma once

#include <string>

namespace wm {

// A word that stays when the network, its cards or the machine's name change; printable, at most 64
// bytes. The machine's name where the system keeps no such word.
std::string ThisMachine();

}  // namespace wm
